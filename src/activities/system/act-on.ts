import { refuse } from '../../domain/refusal.ts'
import type { ErrandAction } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Does it, or says why it cannot be done about this errand. */
export async function actOn(unit: Unit, errand: SystemErrand, action: ErrandAction): Promise<void> {
  const known = unit.runtime.registered.errandActions[action]
  if (known.of !== errand.subjectType) {
    refuse('ERRAND_WITHOUT_ACTION', {
      detail: `${action} is done about ${known.of}, and the errand is about ${errand.subjectType}.`,
    })
  }
  await known.act(unit, errand.subjectId)
}
