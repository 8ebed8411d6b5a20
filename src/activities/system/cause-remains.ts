import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Undefined where no check knows the cause. */
export async function causeRemains(unit: Unit, errand: SystemErrand): Promise<boolean | undefined> {
  return unit.runtime.registered.errandCauses[errand.type]?.(unit, errand)
}
