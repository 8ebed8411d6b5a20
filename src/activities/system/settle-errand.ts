import { isUnresolved, lifeOfErrand } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { errandMoved } from './errand-moved.ts'
import { addErrandEvent } from './add-errand-event.ts'

/** The cause is gone: the errand that it left is resolved, where there is one that is not. */
export async function settleErrand(unit: Unit, dedupeKey: string, comment: string): Promise<void> {
  const errand = await unit.find(SystemErrand, { dedupeKey })
  if (errand !== null && isUnresolved(errand.status)) await markResolved(unit, errand, comment)
}

/** The same of many causes. */
export async function settleErrands(
  unit: Unit,
  dedupeKeys: readonly string[],
  comment: string,
): Promise<void> {
  if (dedupeKeys.length === 0) return
  await settleWhere(unit, { dedupeKey: { $in: [...dedupeKeys] } }, comment)
}

/** The same of all errands of a type about one thing, or of those that are meant. */
export async function settleErrandsAbout(
  unit: Unit,
  about: Pick<SystemErrand, 'type'> & Partial<Pick<SystemErrand, 'subjectType' | 'subjectId'>>,
  comment: string,
  isMeant: (errand: SystemErrand) => boolean = () => true,
): Promise<void> {
  await settleWhere(unit, about, comment, isMeant)
}

type Which =
  | { dedupeKey: { $in: string[] } }
  | Partial<Pick<SystemErrand, 'type' | 'subjectType' | 'subjectId'>>

async function settleWhere(
  unit: Unit,
  where: Which,
  comment: string,
  isMeant: (errand: SystemErrand) => boolean = () => true,
): Promise<void> {
  const open = await unit.all(SystemErrand, { ...where, status: { $in: ['OPEN', 'IN_PROGRESS'] } })
  for (const errand of open) if (isMeant(errand)) await markResolved(unit, errand, comment)
}

export async function markResolved(
  unit: Unit,
  errand: SystemErrand,
  comment: string,
): Promise<SystemErrand> {
  const status = lifeOfErrand.move(errand.status, 'resolve')
  unit.update(SystemErrand, errand, { status, comment })
  addErrandEvent(unit, errand, 'RESOLVED', comment)
  await errandMoved(unit, errand)
  return errand
}
