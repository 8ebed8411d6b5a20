import { CreditDecisionStatus } from '../../entities/credit-decision-status.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import {
  changeDecisionStatus,
  lockDecisionStatuses,
  type DecisionStatusFields,
  type DecisionStatusName,
} from './decision-status-fields.ts'

export async function updateDecisionStatus(
  unit: Unit,
  name: DecisionStatusName,
  fields: DecisionStatusFields,
): Promise<CreditDecisionStatus> {
  await lockDecisionStatuses(unit)
  return changeDecisionStatus(unit, await unit.load(CreditDecisionStatus, name), fields)
}
