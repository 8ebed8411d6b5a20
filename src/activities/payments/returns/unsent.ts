import { SystemErrand } from '../../../entities/system-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { markResolved } from '../../system/settle-errand.ts'

/** Of the errand about a return that was agreed to and does not leave by itself. */
export const unsentKey = (id: string) => `payment-return/${id}/unsent`

/** They have left, or were called off. */
export async function settleUnsent(
  unit: Unit,
  ids: readonly string[],
  comment: string,
): Promise<void> {
  if (ids.length === 0) return
  const open = await unit.all(SystemErrand, {
    dedupeKey: { $in: ids.map(unsentKey) },
    status: { $in: ['OPEN', 'IN_PROGRESS'] },
  })
  for (const errand of open) await markResolved(unit, errand, comment)
}
