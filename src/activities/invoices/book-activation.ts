import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import {
  bookingOf,
  isCreditNote,
  ledgerPlan,
  type Standing,
} from '../../domain/invoices/activation.ts'
import { ledgerStatusOf } from '../../domain/invoices/ledger-status.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookEach, type EventDraft } from '../bookkeeping/book.ts'
import { heldDebtors } from '../debtors/add-to-debtors.ts'
import { settleActivation } from './after-activation.ts'
import { applyToInvoice } from './apply-events.ts'
import { inActivation, standsAt, type Activating } from './in-activation.ts'
import { bookedKeyOf, readToBook, type ToBook } from './read-to-activate.ts'
import { settleAfter } from './settle-status.ts'

/** The third step: books the claim with everything that follows from it, in one transaction. */
export function bookActivation(task: Task): Promise<Standing> {
  return inActivation(task, (unit, all) => bookActivations(unit, all))
}

/** Who is refused is not booked, and keeps nobody else from it. */
export async function bookActivations(
  unit: Unit,
  all: readonly Activating[],
  known?: ToBook,
): Promise<Refused> {
  const due = all.filter(standsAt('BOOK'))
  if (due.length === 0) return new Map()
  const facts = known ?? (await readToBook(unit, due))
  const drafts = due.map(({ invoice }) => draftOf(invoice, facts))
  // Debtors, then accounts and number series are locked from here to the commit.
  const [addToDebtors, { events, refused: byKey, leaveRequests }] = await Promise.all([
    heldDebtors(unit, drafts),
    bookEach(unit, drafts, facts.before),
  ])
  addToDebtors(drafts.filter(({ sourceKey }) => !byKey.has(sourceKey)))
  const refused = new Map<string, Refusal>()
  const booked: Activating[] = []
  for (const activating of due) {
    const refusal = byKey.get(bookedKeyOf(activating.invoice))
    if (refusal === undefined) booked.push(activating)
    else refused.set(activating.activation.id, refusal)
  }
  for (const each of booked) bookOne(unit, each, events, facts.today)
  const done = booked.filter(({ activation }) => !facts.toDo.has(activation.id))
  await settleActivation(
    unit,
    done.map(({ activation }) => activation),
  )
  const invoices = booked.map(({ invoice }) => invoice)
  await settleEmpty(unit, invoices, facts.today)
  await leaveRequests()
  return refused
}

function bookOne(
  unit: Unit,
  { activation, invoice }: Activating,
  events: ReadonlyMap<string, FinancialEvent>,
  today: string,
): void {
  applyToInvoice(unit, invoice, [events.get(bookedKeyOf(invoice))!])
  unit.update(Invoice, invoice, {
    mainStatus: lifeOfInvoice.move(invoice.mainStatus, 'book'),
    productCode: 'INVOICE_SERVICE',
    bookedDate: today,
  })
  unit.update(Invoice, invoice, { ledgerStatus: ledgerStatusOf(invoice, []) })
  planLedger(unit, invoice, today)
  unit.update(InvoiceActivation, activation, { bookedAt: unit.now, step: 'POST_ACTIVATE' })
}

/** Closes it at once if there is nothing to pay, with separate changelog entries for both moves. */
async function settleEmpty(unit: Unit, all: readonly Invoice[], today: string): Promise<void> {
  const empty = all.filter(({ balance }) => balance === 0n)
  if (empty.length === 0) return
  await unit.flush()
  for (const invoice of empty) settleAfter(unit, invoice, [], today)
}

function draftOf(invoice: Invoice, { rows, today }: ToBook): EventDraft {
  const { gross, facts } = bookingOf(invoice, rows.get(invoice.id) ?? [])
  const isCredit = isCreditNote(invoice.type)
  return {
    type: isCredit ? 'CREDIT_BOOKED' : 'INVOICE_BOOKED',
    claim: invoiceClaim(invoice.id),
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    component: 'CAPITAL',
    amount: isCredit ? -gross : gross,
    currency: invoice.baseCurrency,
    bookDate: today,
    valueDate: invoice.invoiceDate,
    sourceKey: bookedKeyOf(invoice),
    sourceType: 'Invoice',
    sourceId: invoice.id,
    text: `${isCredit ? 'Credit note' : 'Invoice'} ${invoice.invoiceNumber}`,
    facts,
  }
}

/**
 * What lies behind on the day of the booking has happened already; where nothing is owed, nothing
 * falls due.
 */
function planLedger(unit: Unit, invoice: Invoice, today: string): void {
  const dueDate = invoice.balance === 0n ? null : (invoice.dueDate ?? null)
  for (const planned of ledgerPlan(dueDate, today)) {
    const isDone = planned.plannedDate <= today
    unit.insert(InvoiceLedgerEvent, {
      ...planned,
      invoiceId: invoice.id,
      clientId: invoice.clientId,
      debtorId: invoice.debtorId,
      status: isDone ? 'DONE' : 'PLANNED',
      doneDate: isDone ? today : null,
    })
  }
}
