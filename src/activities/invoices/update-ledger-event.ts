import { recourseDateMoved } from '../../domain/factoring/terms.ts'
import { z } from 'zod'
import { lifeOfLedgerEvent } from '../../domain/invoices/transitions.ts'
import { dueDateOn, plusDays, type BusinessDate, type DueDateCalendar } from '../../domain/dates.ts'
import { invalid } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleMovedRecourses } from '../factoring/recourse-errands.ts'
import { calendarOfClient } from './calendar.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { sentDay } from '../../kernel/read/fields.ts'

export const updateLedgerEventInput = bodyOf(InvoiceLedgerEvent, ['comment'])
  .extend({ plannedDate: sentDay.meta({ example: '2999-01-31' }), status: z.literal('SKIPPED') })
  .partial()
export type LedgerEventChange = z.output<typeof updateLedgerEventInput>

/**
 * Moves a planned ledger event to another day, or leaves it out. If it is one of the due date, the
 * claim's due date, its other ledger event and the day of recourse move along.
 */
export async function updateLedgerEvent(
  unit: Unit,
  id: string,
  sent: LedgerEventChange,
): Promise<InvoiceLedgerEvent> {
  const { invoiceId } = await unit.load(InvoiceLedgerEvent, id)
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  const events = await unit.all(InvoiceLedgerEvent, { invoiceId, status: 'PLANNED' })
  const event = await unit.load(InvoiceLedgerEvent, id)
  lifeOfLedgerEvent.move(event.status, 'move')
  const { plannedDate, status, comment } = sent
  if (plannedDate !== undefined && plannedDate < (await unit.today())) {
    invalid('/plannedDate', 'IN_THE_PAST', 'It has to be today or a day to come')
  }
  event.comment = comment ?? event.comment
  if (status === 'SKIPPED') skip(invoice, event, events)
  else if (plannedDate !== undefined) {
    const calendar = await calendarOfClient(unit, invoice.clientId)
    move(invoice, event, events, { plannedDate, calendar })
    if (invoice.recourseDate != null) await settleMovedRecourses(unit, [invoice])
  }
  return event
}

const ofDueDate = ({ type }: InvoiceLedgerEvent) => type === 'DUE' || type === 'OVERDUE'

/** Skipping one ledger event of the due date means that the claim is never due. */
function skip(
  invoice: Invoice,
  event: InvoiceLedgerEvent,
  events: readonly InvoiceLedgerEvent[],
): void {
  event.status = 'SKIPPED'
  if (!ofDueDate(event)) return
  invoice.dueDate = null
  for (const other of events.filter(ofDueDate)) other.status = 'SKIPPED'
}

function move(
  invoice: Invoice,
  event: InvoiceLedgerEvent,
  events: readonly InvoiceLedgerEvent[],
  { plannedDate, calendar }: { plannedDate: BusinessDate; calendar: DueDateCalendar },
): void {
  event.plannedDate = plannedDate
  if (!ofDueDate(event)) return
  const granted = event.type === 'DUE' ? plannedDate : plusDays(plannedDate, -1)
  const dueDate = dueDateOn(granted, calendar, invoice.invoiceDate)
  invoice.recourseDate = recourseDateMoved(invoice, dueDate, calendar.isClosed)
  invoice.dueDate = dueDate
  for (const other of events.filter((each) => ofDueDate(each) && each !== event)) {
    other.plannedDate = other.type === 'DUE' ? dueDate : plusDays(dueDate, 1)
  }
}
