import { z } from 'zod'
import { lifeOfErrand, errandActions } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addErrandEvent } from './add-errand-event.ts'
import { errandToEnd } from './errand-to-end.ts'
import { filled } from '../../kernel/read/fields.ts'

export const updateErrandSuggestionInput = z.strictObject({
  suggestion: z.strictObject({
    action: z.enum(errandActions),
    confidence: z
      .string()
      .regex(/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/, 'A decimal from 0 to 1')
      .meta({ example: '0.85' })
      .optional(),
    reason: filled(1000).optional(),
  }),
})

/** Monitoring, or a person, thinks better of what should be done. */
export async function updateErrandSuggestion(
  unit: Unit,
  id: string,
  { suggestion }: z.output<typeof updateErrandSuggestionInput>,
): Promise<SystemErrand> {
  const errand = await errandToEnd(unit, id)
  errand.status = lifeOfErrand.move(errand.status, 'suggest')
  errand.suggestion = { ...suggestion }
  addErrandEvent(unit, errand, 'SUGGESTION_UPDATED', suggestion.action, { suggestion })
  return errand
}
