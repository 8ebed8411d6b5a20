import type { ErrandEventType } from '../../domain/system/errand.ts'
import { ErrandEvent, type SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { cutText } from '../../domain/cut-text.ts'

/** Adds a line to the history of the errand. */
export function addErrandEvent(
  unit: Unit,
  errand: SystemErrand,
  type: ErrandEventType,
  text: string,
  data: Record<string, unknown> = {},
): void {
  unit.insert(ErrandEvent, {
    errandId: errand.id,
    clientId: errand.clientId ?? null,
    type,
    text: cutText(text, 1000),
    data,
    createdBy: unit.principal.id,
  })
}
