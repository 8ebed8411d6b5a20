import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { lifeOfErrand } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { causeRemains } from './cause-remains.ts'
import { errandMoved } from './errand-moved.ts'
import { addErrandEvent } from './add-errand-event.ts'
import { errandToEnd } from './errand-to-end.ts'
import { filled } from '../../kernel/read/fields.ts'

/** Closed for good: only what can be seen to be over. */
export async function closeErrand(unit: Unit, id: string): Promise<SystemErrand> {
  const errand = await errandToEnd(unit, id)
  const status = lifeOfErrand.move(errand.status, 'close')
  const remains = await causeRemains(unit, errand)
  if (remains !== false) {
    const unknown = `It cannot be checked whether the cause of a ${errand.type} errand is gone.`
    refuse('ERRAND_CAUSE_REMAINS', remains === undefined ? { detail: unknown } : {})
  }
  errand.status = status
  addErrandEvent(unit, errand, 'CLOSED', 'The cause is gone')
  await errandMoved(unit, errand)
  return errand
}

export const forceCloseErrandInput = z.strictObject({ reason: filled(1000) })

/** Closed for good without a look at the cause, for a reason that somebody answers for. */
export async function forceCloseErrand(
  unit: Unit,
  id: string,
  { reason }: z.output<typeof forceCloseErrandInput>,
): Promise<SystemErrand> {
  const errand = await errandToEnd(unit, id)
  errand.status = lifeOfErrand.move(errand.status, 'forceClose')
  errand.comment = reason
  addErrandEvent(unit, errand, 'FORCE_CLOSED', reason)
  await errandMoved(unit, errand)
  return errand
}
