import { refuse } from '../../domain/refusal.ts'
import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockDecisionStatuses, type DecisionStatusName } from './decision-status-fields.ts'

/** One that no decision stands in or has ended in. */
export async function deleteDecisionStatus(unit: Unit, name: DecisionStatusName): Promise<void> {
  await lockDecisionStatuses(unit)
  const row = await unit.load(CreditDecisionStatus, name)
  const used = await unit.transaction.query(
    `select 1 from factoring_decision where tenant_id = $1 and status = $2 and sub_status_id = $3
     limit 1`,
    [unit.tenantId, row.coreStatus, String(row.number)],
  )
  if (used.length > 0) refuse('IN_USE')
  unit.remove(row)
}
