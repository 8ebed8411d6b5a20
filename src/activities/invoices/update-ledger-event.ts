import type { BusinessDate } from '../../domain/dates.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { todayOf } from '../access/tenant-of.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface LedgerEventChange {
  plannedDate?: BusinessDate | undefined
  status?: 'SKIPPED' | undefined
  comment?: string | undefined
}

/** A step that is still to come is moved to another day, or left out. */
export async function updateLedgerEvent(
  unit: Unit,
  id: string,
  sent: LedgerEventChange,
): Promise<InvoiceLedgerEvent> {
  const event = await unit.load(InvoiceLedgerEvent, id)
  if (event.status !== 'PLANNED') {
    refuse('LEDGER_EVENT_NOT_PLANNED', { detail: `The ledger event is ${event.status}.` })
  }
  if (sent.plannedDate !== undefined && sent.plannedDate < (await todayOf(unit))) {
    invalid('/plannedDate', 'IN_THE_PAST', 'It has to be today or a day to come')
  }
  event.plannedDate = sent.plannedDate ?? event.plannedDate
  event.status = sent.status ?? event.status
  event.comment = sent.comment ?? event.comment
  return event
}
