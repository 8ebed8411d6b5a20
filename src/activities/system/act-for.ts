import { refuse } from '../../domain/refusal.ts'
import type { ErrandAction } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { ErrandAct } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What does it, or why it cannot be done about this errand, or by this caller. */
export function actFor(unit: Unit, errand: SystemErrand, action: ErrandAction): ErrandAct {
  const known = unit.runtime.registered.errandActions[action]
  if (known.right !== undefined && !unit.principal.has(known.right)) refuse('ACCESS_DENIED')
  if (known.of !== errand.subjectType) {
    refuse('ERRAND_WITHOUT_ACTION', {
      detail: `${action} is done about ${known.of}, and the errand is about ${errand.subjectType}.`,
    })
  }
  return known
}
