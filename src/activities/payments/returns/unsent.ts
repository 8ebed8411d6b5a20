import type { Unit } from '../../../kernel/write/unit.ts'
import { settleErrands } from '../../system/settle-errand.ts'

/** Of the errand about a return that was agreed to and does not leave by itself. */
export const unsentKey = (id: string) => `payment-return/${id}/unsent`

/** They have left, or were called off. */
export const settleUnsent = (unit: Unit, ids: readonly string[], comment: string): Promise<void> =>
  settleErrands(unit, ids.map(unsentKey), comment)
