import type { BusinessDate } from '../../domain/dates.ts'
import { dayOfLedgerEvent } from '../../domain/invoices/ledger-status.ts'
import { lifeOfLedgerEvent } from '../../domain/invoices/transitions.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Marks as done the planned ledger events of claims that are due or overdue, dated on the day on
 * which that happened. The caller holds the claims; returns how many of each type were done.
 */
export async function doDueLedgerEvents(
  unit: Unit,
  invoices: readonly Invoice[],
  day: BusinessDate,
): Promise<{ due: number; overdue: number }> {
  const counts = { due: 0, overdue: 0 }
  const owed = new Map(invoices.filter(isOwed).map((invoice) => [invoice.id, invoice]))
  if (owed.size === 0) return counts
  const events = await unit.all(InvoiceLedgerEvent, {
    invoiceId: { $in: [...owed.keys()] },
    status: 'PLANNED',
    type: { $in: ['DUE', 'OVERDUE'] },
  })
  for (const event of events) {
    const dueDate = owed.get(event.invoiceId)?.dueDate
    if (dueDate == null || (event.type !== 'DUE' && event.type !== 'OVERDUE')) continue
    const came = dayOfLedgerEvent(event.type, dueDate)
    if (came > day) continue
    Object.assign(event, { status: lifeOfLedgerEvent.move(event.status, 'come'), doneDate: came })
    counts[event.type === 'DUE' ? 'due' : 'overdue']++
  }
  return counts
}

/** Credit notes have no due date, and for paid claims it does not matter. */
const isOwed = ({ bookedDate, balance }: Invoice) => bookedDate != null && balance > 0n
