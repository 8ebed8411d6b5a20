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
  return subStatusIn(await readSubStatus(unit, coreStatus, number), coreStatus, number)
}

type Found = Pick<CreditDecisionStatus, 'number' | 'coreStatus'>

/** For a rule that refuses it later. */
export async function readSubStatus(
  unit: Unit,
  coreStatus: DecisionStatus,
  number?: number | null,
): Promise<readonly Found[]> {
  if (number === null) return []
  const which = number === undefined ? { coreStatus, isDefault: true } : { number }
  return rowsOf(unit, CreditDecisionStatus, which, ['number', 'coreStatus'])
}

export function subStatusIn(
  [found]: readonly Found[],
  coreStatus: DecisionStatus,
  number?: number | null,
): string | null {
  if (number === null) return null
  if (number === undefined) return found === undefined ? null : String(found.number)
  if (found === undefined)
    return invalid('/subStatusId', 'NOT_FOUND', 'There is no such sub-status')
  if (found.coreStatus !== coreStatus) {
    invalid('/subStatusId', 'NOT_ALLOWED', `It belongs to ${found.coreStatus}`)
  }
  return String(number)
}
