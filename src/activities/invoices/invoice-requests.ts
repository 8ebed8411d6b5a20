import type { AskedOfInvoice } from '../../domain/clients/invoice-request.ts'
import { refuseNotLater } from '../../domain/invoices/extension.ts'
import { refuse } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Registered } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refundInvoice } from './refund.ts'
import { linkCredit } from './link-credit.ts'
import { pauseInvoice } from './pause.ts'
import { resumeInvoice } from './resume.ts'
import { stopInvoice } from './stop.ts'
import { updateLedgerEvent } from './update-ledger-event.ts'

/** What the requests of clients come to, and the rights by which people do the same by hand. */
export const invoiceRequests: Registered['invoiceRequests'] = {
  PAUSE: {
    right: 'PauseInvoices',
    act: (unit, id, { until, pauseInterest }) => pauseInvoice(unit, id, { until, pauseInterest }),
  },
  RESUME: { right: 'ResumeInvoices', act: resumeInvoice },
  STOP_REMINDERS: { right: 'StopInvoices', act: (unit, id) => stopInvoice(unit, id, {}) },
  EXTEND_DUE: { right: 'UpdateInvoiceLedgerEvents', act: extendDue },
  CREDIT: {
    right: 'LinkMultipleCreditDebitInvoices',
    act: (unit, id, { creditId = '', amount }) =>
      linkCredit(unit, { creditId, debits: [{ id, ...(amount !== undefined && { amount }) }] }),
  },
  REFUND: {
    right: 'RefundInvoice',
    second: (unit, id, { amount }) => unit.runtime.registered.refunds.second(unit, id, { amount }),
    act: (unit, id, { amount }) => refundInvoice(unit, id, { amount }),
  },
}

/** The day on which it is due moves to a later one, and what follows from it. */
async function extendDue(unit: Unit, invoiceId: string, { dueDate }: AskedOfInvoice) {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  const { dueDate: before } = invoice
  const due = await unit.find(InvoiceLedgerEvent, { invoiceId, type: 'DUE', status: 'PLANNED' })
  const event = due ?? refuse('LEDGER_EVENT_NOT_PLANNED')
  const today = await unit.today()
  refuseNotLater(before, dueDate, today)
  await updateLedgerEvent(unit, event.id, { plannedDate: dueDate })
  // Where banks are closed on that day, it is another one.
  refuseNotLater(before, invoice.dueDate, today)
}
