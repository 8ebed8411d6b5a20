import type { DecisionStatus } from '../../domain/credit/decision-status.ts'
import { invalid } from '../../domain/refusal.ts'
import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The tenant's own sub-status: the one that is named, else the default of the core status, if any. */
export async function subStatusOf(
  unit: Unit,
  coreStatus: DecisionStatus,
  number?: number | null,
): Promise<string | null> {
  if (number === null) return null
  if (number === undefined) {
    const usually = { coreStatus, isDefault: true }
    const [usual] = await rowsOf(unit, CreditDecisionStatus, usually, ['number'])
    return usual === undefined ? null : String(usual.number)
  }
  const [found] = await rowsOf(unit, CreditDecisionStatus, { number }, ['coreStatus'])
  if (found === undefined)
    return invalid('/subStatusId', 'NOT_FOUND', 'There is no such sub-status')
  if (found.coreStatus !== coreStatus) {
    invalid('/subStatusId', 'NOT_ALLOWED', `It belongs to ${found.coreStatus}`)
  }
  return String(number)
}
