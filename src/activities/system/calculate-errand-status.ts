import { isUnresolved } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { causeRemains } from './cause-remains.ts'
import { markResolved } from './settle-errand.ts'
import { addErrandEvent } from './add-errand-event.ts'

/** Looks at the cause again; what is over by itself is resolved. */
export async function calculateErrandStatus(unit: Unit, id: string): Promise<SystemErrand> {
  const errand = await unit.load(SystemErrand, id)
  const remains = await causeRemains(unit, errand)
  const seen =
    remains === undefined
      ? 'It cannot be checked'
      : remains
        ? 'The cause is there'
        : 'The cause is gone'
  addErrandEvent(unit, errand, 'STATUS_CALCULATED', seen)
  if (remains === false && isUnresolved(errand.status))
    await markResolved(unit, errand, 'The cause is gone.')
  return errand
}
