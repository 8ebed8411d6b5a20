import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { markResolved } from './settle-errand.ts'

/** Somebody has seen to it, and says how. */
export async function resolveErrand(
  unit: Unit,
  id: string,
  comment: string,
): Promise<SystemErrand> {
  return markResolved(unit, await unit.load(SystemErrand, id), comment)
}
