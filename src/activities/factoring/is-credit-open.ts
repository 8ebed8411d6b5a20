import { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { isStillDue } from './recourse-errands.ts'

/** Whether nobody has decided yet, or recourse is still to be taken. */
export async function isCreditOpen(
  unit: Unit,
  { subjectType, subjectId }: SystemErrand,
): Promise<boolean> {
  if (subjectType === 'Invoice') return isStillDue(unit, subjectId)
  const decision = await unit.find(FactoringDecision, { id: subjectId })
  return decision !== null && decision.status !== 'DECIDED'
}
