import { guardReversal, isBooking } from '../../domain/invoices/reversal.ts'
import { notFound } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceLedgerEvent } from '../../entities/invoice-ledger-event.ts'
import { reverseEvent } from '../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { applyToInvoice } from './apply-events.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { refuseReversed } from './refuse-reversed.ts'
import { settleStatus } from './settle-status.ts'
import { takeBackDirectPayment } from './take-back-direct-payment.ts'
import { secondForReversal, unlinkNow, type TakenBack } from './unlink-credit.ts'

/** Reverses a financial event by its mirror; the claim is then as if it had never happened. */
export async function reverseInvoiceEvent(
  unit: Unit,
  eventId: string,
  wanted: TakenBack,
): Promise<FinancialEvent | Pending> {
  const event = await unit.load(FinancialEvent, { id: eventId, claimType: 'INVOICE' })
  return secondForReversal(unit, event, wanted) ?? reverseNow(unit, event, wanted)
}

async function reverseNow(
  unit: Unit,
  event: FinancialEvent,
  wanted: TakenBack,
): Promise<FinancialEvent> {
  const { id: eventId } = event
  if (event.type === 'CREDIT_LINK') {
    const made = await unlinkNow(unit, event, wanted)
    return made.find(({ reversesId }) => reversesId === eventId) ?? notFound()
  }
  if (event.type === 'DIRECT_PAYMENT') return takeBackDirectPayment(unit, event, wanted)
  await knownReason(unit, wanted.reasonCode)
  if (event.type === 'REFUND') {
    return unit.runtime.registered.refunds.takeBack(unit, event, wanted)
  }
  const invoice = await loadHeld(unit, Invoice, event.claimId ?? '')
  guardReversal({
    type: event.type,
    sourceType: event.sourceType,
    financingStatus: invoice.financingStatus,
    laterCount: await laterCount(unit, invoice, event),
  })
  await refuseReversed(unit, [event])
  await addToDebtors(unit, [
    { debtorId: invoice.debtorId, amount: -event.amount, currency: event.currency },
  ])
  const reversal = await reverseEvent(unit, event, wanted)
  applyToInvoice(unit, invoice, [reversal])
  // Without its booking the claim is unbooked, and its planned ledger events are skipped.
  if (isBooking(event.type)) {
    invoice.bookedDate = null
    await skipPlanned(unit, invoice.id)
  }
  await settleStatus(unit, invoice, await unit.today())
  return reversal
}

async function skipPlanned(unit: Unit, invoiceId: string): Promise<void> {
  for (const event of await unit.all(InvoiceLedgerEvent, { invoiceId, status: 'PLANNED' })) {
    event.status = 'SKIPPED'
    event.comment = 'The booking was reversed'
  }
}

async function laterCount(unit: Unit, invoice: Invoice, event: FinancialEvent): Promise<number> {
  const events = await unit.all(FinancialEvent, { claimId: invoice.id, reversedById: null })
  // What is doubtful of it follows what is open of it.
  return events.filter(
    ({ id, reversesId, type }) => id !== event.id && reversesId == null && type !== 'DOUBTFUL',
  ).length
}
