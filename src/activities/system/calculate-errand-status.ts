import { isUndone } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { causeRemains } from './cause-remains.ts'
import { resolved } from './settle-errand.ts'
import { tellErrand } from './tell-errand.ts'

/** Looks at the cause again; what is over by itself is resolved. */
export async function calculateErrandStatus(unit: Unit, id: string): Promise<SystemErrand> {
  const errand = await unit.load(SystemErrand, id)
  const remains = await causeRemains(unit, errand)
  const seen =
    remains === undefined
      ? 'Nothing can tell'
      : remains
        ? 'The cause is there'
        : 'The cause is gone'
  tellErrand(unit, errand, 'STATUS_CALCULATED', seen)
  if (remains === false && isUndone(errand.status)) resolved(unit, errand, 'The cause is gone.')
  return errand
}
