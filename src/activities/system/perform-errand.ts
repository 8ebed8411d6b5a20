import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { type ErrandAction, errandActions, lifeOfErrand } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { actFor } from './act-for.ts'
import { addErrandEvent } from './add-errand-event.ts'
import { errandToEnd } from './errand-to-end.ts'

export const performErrandInput = z
  .strictObject({ action: z.enum(errandActions).optional() })
  .prefault({})

/**
 * Does what is suggested, or what was chosen instead; whether it helped shows by itself. Who has it
 * done sees to it from then on.
 */
export async function performErrand(
  unit: Unit,
  id: string,
  { action: chosen }: z.output<typeof performErrandInput>,
): Promise<SystemErrand | Pending> {
  const errand = await errandToEnd(unit, id)
  const status = lifeOfErrand.move(errand.status, 'perform')
  const action = chosen ?? suggestedBy(errand) ?? refuse('ERRAND_WITHOUT_ACTION')
  const { second, act } = actFor(unit, errand, action)
  const pending = await second?.(unit, errand.subjectId)
  if (pending !== undefined) return pending
  errand.status = status
  if (unit.principal.kind === 'USER') errand.assigneeId = unit.principal.id
  addErrandEvent(unit, errand, 'PERFORMED', action)
  await act(unit, errand.subjectId)
  return errand
}

function suggestedBy({ suggestion }: SystemErrand): ErrandAction | undefined {
  return errandActions.find((action) => action === suggestion?.['action'])
}
