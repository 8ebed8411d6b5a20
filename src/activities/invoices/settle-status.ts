import type { BusinessDate } from '../../domain/dates.ts'
import { ledgerStatusOf } from '../../domain/invoices/ledger-status.ts'
import {
  lifeOfInvoice,
  lifeOfLedgerEvent,
  resumed,
  suspended,
} from '../../domain/invoices/transitions.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { OpenRequest } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { settlePaidRecourses } from '../factoring/recourse-errands.ts'

/**
 * Sets the status that follows from the balance: CLOSED if nothing is owed, and open again if it
 * is.
 */
export async function settleStatus(
  unit: Unit,
  invoice: Invoice,
  today: BusinessDate,
): Promise<void> {
  const events = await ledgerEventsOf(unit, [invoice.id])
  settleAfter(unit, invoice, events.get(invoice.id) ?? [], today)
  await endAsked(unit, [invoice])
}

/**
 * Of claims whose status is settled: nobody is asked any more for what is not owed. What is open on
 * them may have been read with them, once they were held.
 */
export async function endAsked(
  unit: Unit,
  invoices: readonly Invoice[],
  known?: readonly OpenRequest[],
): Promise<void> {
  await settlePaidRecourses(unit, invoices)
  const closed = invoices.filter(({ mainStatus }) => mainStatus === 'CLOSED').map(({ id }) => id)
  if (closed.length === 0) return
  const { requests } = unit.runtime.registered
  const open = known ?? (await requests.openOn(unit, closed))
  requests.end(
    unit,
    open.filter(({ claimId }) => claimId != null && closed.includes(claimId)),
  )
}

/** The ledger events that the status depends on, by claim. */
export async function ledgerEventsOf(
  unit: Unit,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly InvoiceLedgerEvent[]>> {
  const events = await unit.readEach(InvoiceLedgerEvent, bearing, [invoiceIds])
  return Map.groupBy(events, ({ invoiceId }) => invoiceId)
}

const bearing = `invoice_id = any($2) and type in ('DUE', 'OVERDUE', 'REMINDER', 'COLLECTION',
  'PAUSED', 'STOPPED', 'RESUMED', 'CLOSED')`

/** The same, with the ledger events of the claim already loaded. */
export function settleAfter(
  unit: Unit,
  invoice: Invoice,
  events: readonly InvoiceLedgerEvent[],
  today: BusinessDate,
): void {
  const owes = [invoice.balance, invoice.feesAmount, invoice.interestAmount].some(
    (amount) => amount !== 0n,
  )
  if (!owes && lifeOfInvoice.may(invoice.mainStatus, 'close')) {
    unit.update(Invoice, invoice, { ...suspended(invoice, 'close'), closedDate: today })
    addLedgerEvent(unit, invoice, 'CLOSED', today, 'Nothing is owed any more')
    turn(unit, events, 'skip')
  } else if (owes && lifeOfInvoice.may(invoice.mainStatus, 'reopen')) {
    const open = { ...resumed(invoice, 'reopen', events), closedDate: null, archivedAt: null }
    unit.update(Invoice, invoice, open)
    addLedgerEvent(unit, invoice, 'RESUMED', today, 'Something is owed again')
    // Without a due date its ledger events were skipped by a person, and stay skipped.
    if (invoice.dueDate != null) turn(unit, events, 'restore')
  }
  const done = events.filter(({ status }) => status === 'DONE')
  const types = done.map(({ type }) => type)
  unit.update(Invoice, invoice, { ledgerStatus: ledgerStatusOf(invoice, types) })
}

/** The ledger events of the due date happen only while something is owed. */
function turn(unit: Unit, events: readonly InvoiceLedgerEvent[], verb: 'skip' | 'restore'): void {
  for (const event of events) {
    const isOfDueDay = event.type === 'DUE' || event.type === 'OVERDUE'
    if (!isOfDueDay || !lifeOfLedgerEvent.may(event.status, verb)) continue
    const status = lifeOfLedgerEvent.move(event.status, verb)
    unit.update(InvoiceLedgerEvent, event, { status })
  }
}
