import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import {
  lockDecisionStatuses,
  noOtherDefault,
  type NewDecisionStatus,
} from './decision-status-fields.ts'

/** A sub-status of the tenant's own inside a core status; its number is the next. */
export async function createDecisionStatus(
  unit: Unit,
  { coreStatus, ...fields }: NewDecisionStatus,
): Promise<CreditDecisionStatus> {
  await lockDecisionStatuses(unit)
  const [last] = await unit.transaction.query<{ number: number | null }>(
    'select max(number) as number from credit_decision_status where tenant_id = $1',
    [unit.tenantId],
  )
  if (fields.isDefault === true) await noOtherDefault(unit, coreStatus)
  return unit.add(CreditDecisionStatus, {
    number: (last?.number ?? 0) + 1,
    coreStatus,
    name: fields.name,
    grouping: fields.grouping ?? null,
    sortOrder: fields.sortOrder ?? 0,
    colour: fields.colour ?? null,
    slaHours: fields.slaHours ?? null,
    isDefault: fields.isDefault ?? false,
  })
}
