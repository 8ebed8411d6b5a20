import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import type { Unit } from '../unit.ts'
import {
  changeDecisionStatus,
  lockDecisionStatuses,
  type DecisionStatusFields,
} from './decision-status-fields.ts'

export async function updateDecisionStatus(
  unit: Unit,
  number: number,
  fields: DecisionStatusFields,
): Promise<CreditDecisionStatus> {
  await lockDecisionStatuses(unit)
  return changeDecisionStatus(unit, await unit.load(CreditDecisionStatus, { number }), fields)
}
