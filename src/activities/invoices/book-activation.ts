import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import {
  bookingOf,
  isCreditNote,
  isUnderWay,
  ledgerPlan,
  type Standing,
} from '../../domain/invoices/activation.ts'
import { ledgerStatusOf } from '../../domain/invoices/ledger-status.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { Article } from '../../entities/article.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { todayOf } from '../access/tenant-of.ts'
import { bookOrRequest, type EventDraft } from '../bookkeeping/book.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleActivation } from './after-activation.ts'
import { afterBooking } from './after-booking.ts'
import { applyToInvoice } from './apply-events.ts'
import { inActivation, type Activating } from './in-activation.ts'
import { settleAfter } from './settle-status.ts'

/** The third step: books the claim with everything that follows from it, in one transaction. */
export function bookActivation(task: Task): Promise<Standing> {
  return inActivation(task, bookActivations)
}

export async function bookActivations(unit: Unit, all: readonly Activating[]): Promise<void> {
  const due = all.filter(({ activation }) => {
    return isUnderWay(activation.status) && activation.step === 'BOOK'
  })
  if (due.length === 0) return
  const today = await todayOf(unit)
  const invoices = due.map(({ invoice }) => invoice)
  const [drafts, toDo] = await Promise.all([
    draftsOf(unit, invoices, today),
    afterBooking(unit, due),
  ])
  // Debtors, then accounts and number series are locked from here to the commit.
  const [, events] = await Promise.all([addToDebtors(unit, drafts), bookOrRequest(unit, drafts)])
  for (const { activation, invoice } of due) {
    applyToInvoice(invoice, events)
    invoice.mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'book')
    invoice.productCode = 'INVOICE_SERVICE'
    invoice.bookedDate = today
    invoice.ledgerStatus = ledgerStatusOf(invoice, [])
    planLedger(unit, invoice, today)
    activation.bookedAt = unit.now
    activation.step = 'POST_ACTIVATE'
  }
  await settleEmpty(unit, invoices, today)
  const done = due.filter(({ activation }) => !toDo.has(activation.id))
  await settleActivation(
    unit,
    done.map(({ activation }) => activation),
  )
}

/** Closes it at once if there is nothing to pay, with separate changelog entries for both moves. */
async function settleEmpty(unit: Unit, all: readonly Invoice[], today: string): Promise<void> {
  const empty = all.filter(({ balance }) => balance === 0n)
  if (empty.length === 0) return
  await unit.flush()
  for (const invoice of empty) settleAfter(unit, invoice, [], today)
}

async function draftsOf(
  unit: Unit,
  invoices: readonly Invoice[],
  today: string,
): Promise<EventDraft[]> {
  const rows = await unit.all(Article, { invoiceId: { $in: invoices.map(({ id }) => id) } })
  const byInvoice = Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  return invoices.map((invoice) => {
    const { gross, facts } = bookingOf(invoice, byInvoice.get(invoice.id) ?? [])
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
      sourceKey: `invoice/${invoice.id}/booked`,
      sourceType: 'Invoice',
      sourceId: invoice.id,
      text: `${isCredit ? 'Credit note' : 'Invoice'} ${invoice.invoiceNumber}`,
      facts,
    }
  })
}

/**
 * What lies behind on the day of the booking has happened already; where nothing is owed, nothing
 * falls due.
 */
function planLedger(unit: Unit, invoice: Invoice, today: string): void {
  const dueDate = invoice.balance === 0n ? null : (invoice.dueDate ?? null)
  for (const planned of ledgerPlan(dueDate, today)) {
    const isDone = planned.plannedDate <= today
    unit.add(InvoiceLedgerEvent, {
      ...planned,
      invoiceId: invoice.id,
      clientId: invoice.clientId,
      debtorId: invoice.debtorId,
      status: isDone ? 'DONE' : 'PLANNED',
      doneDate: isDone ? today : null,
    })
  }
}
