import { FactoringDecision } from '../../entities/factoring-decision.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whether nobody has decided yet. */
export async function isUndecided(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const decision = await unit.find(FactoringDecision, { id: errand.subjectId })
  return decision !== null && decision.status !== 'DECIDED'
}
