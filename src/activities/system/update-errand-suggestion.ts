import { type ErrandAction, lifeOfErrand } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addErrandEvent } from './add-errand-event.ts'

export interface Suggestion {
  action: ErrandAction
  confidence?: string | undefined
  reason?: string | undefined
}

/** Monitoring, or a person, thinks better of what should be done. */
export async function updateErrandSuggestion(
  unit: Unit,
  id: string,
  suggestion: Suggestion,
): Promise<SystemErrand> {
  const errand = await unit.load(SystemErrand, id)
  errand.status = lifeOfErrand.move(errand.status, 'suggest')
  errand.suggestion = { ...suggestion }
  addErrandEvent(unit, errand, 'SUGGESTION_UPDATED', suggestion.action, { suggestion })
  return errand
}
