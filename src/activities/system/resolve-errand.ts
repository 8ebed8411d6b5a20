import { z } from 'zod'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { errandToEnd } from './errand-to-end.ts'
import { markResolved } from './settle-errand.ts'
import { filled } from '../../kernel/read/fields.ts'

export const resolveErrandInput = z.strictObject({ comment: filled(1000) })

/** Somebody has seen to it, and says how. */
export async function resolveErrand(
  unit: Unit,
  id: string,
  { comment }: z.output<typeof resolveErrandInput>,
): Promise<SystemErrand> {
  return markResolved(unit, await errandToEnd(unit, id), comment)
}
