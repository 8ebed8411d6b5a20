import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import { laterOf } from '../../domain/bookkeeping/reversal-day.ts'
import { isBought } from '../../domain/factoring/financing-status.ts'
import { openOnDocument } from '../../domain/invoices/credit-links.ts'
import { reserveLeft } from '../../domain/factoring/recourse.ts'
import { seenAs } from '../../domain/payments/foreign.ts'
import type { DirectPayment } from '../../domain/payments/payment.ts'
import { refuseBeyond, refuseUnpayable } from '../../domain/payments/placing.ts'
import { notFound } from '../../domain/refusal.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { refuseBound } from '../credit/refuse-bound.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { lowerFunding } from '../factoring/follow-claim.ts'
import { freeLimitsOfClaims } from '../factoring/free-limits-of-claims.ts'
import { reserveReleased } from '../factoring/reserve-released.ts'
import { endAsked } from '../invoices/settle-status.ts'
import { claimDay, openDaysOf, refuseFarDay } from './booking-days.ts'
import { applyBooked, holdClaims, owedOn, payable } from './claims.ts'

/**
 * The debtor paid the client and not the tenant: the invoice is settled without money coming in
 * (P20). What the tenant has bought, the client then owes it. Fees and interest stay owed.
 */
export async function payDirectly(
  unit: Unit,
  invoiceId: string,
  sent: DirectPayment,
): Promise<Invoice> {
  const today = await unit.today()
  const { bookDate = today } = sent
  refuseFarDay(bookDate, today, '/bookDate')
  const claims = await holdClaims(unit, [invoiceId])
  const invoice = claims.invoices.get(invoiceId) ?? notFound()
  // It lets the client sell anew what nobody has seen paid.
  if (isBought(invoice)) refuseBound(unit)
  const events = claims.events.get(invoiceId) ?? []
  const { currency = invoice.baseCurrency } = sent
  const claim = payable(claims, invoiceId, currency)
  refuseUnpayable(claim && { ...claim, open: invoice.balance }, currency)
  const { amount, foreign } = amountOf(invoice, events, currency, sent)
  const { placed } = await openDaysOf(unit, [invoice.clientId])
  const one = { debit: invoice, amount, paid: { paymentId: null, bookDate } }
  const lowered = [one]
  const bought = lowered.filter(({ debit }) => isBought(debit))
  const { borne, drafts: funding } = await lowerFunding(unit, bought, today)
  const paid: Paid = {
    invoice,
    amount,
    foreign,
    borne: borne.get(one) ?? 0n,
    bookDate: placed(invoice.clientId, laterOf(bookDate, claimDay(claims, invoiceId))),
    text: sent.text ?? `Invoice ${invoice.invoiceNumber} paid to the client`,
  }
  const drafts = draftsOf(paid, events)
  await addToDebtors(unit, drafts)
  await freeLimitsOfClaims(unit, lowered)
  applyBooked(unit, claims, invoice, await book(unit, [...drafts, ...funding]), today)
  await endAsked(unit, [invoice])
  return invoice
}

/** How much of the claim it settles: of its capital alone, in proportion to what is open of that. */
function amountOf(
  invoice: Invoice,
  events: readonly FinancialEvent[],
  currency: string,
  { amount: text }: DirectPayment,
): Pick<Paid, 'amount' | 'foreign'> {
  const { balance, baseCurrency } = invoice
  const open = currency === baseCurrency ? balance : openOnDocument(invoice, events)
  const paid = text === undefined ? open : amountToMove(text, currency, '/amount')
  refuseBeyond(paid, open, currency)
  if (currency === baseCurrency) return { amount: paid, foreign: null }
  return { amount: seenAs(paid, open, balance), foreign: paid }
}

interface Paid {
  invoice: Invoice
  amount: bigint
  /** The same in the currency of its document, where it was paid in that. */
  foreign: bigint | null
  /** The part that an external financier bears. */
  borne: bigint
  bookDate: string
  text: string
}

/** The claim owes less (P20); what was reserved of a bought one goes once nothing is owed (P7). */
function draftsOf(
  { invoice, amount, foreign, borne, bookDate, text }: Paid,
  earlier: readonly FinancialEvent[],
): EventDraft[] {
  const { id, clientId, debtorId, baseCurrency: currency } = invoice
  const before = earlier.filter(({ type }) => type === 'DIRECT_PAYMENT')
  const directId = `${id}/${before.length + 1}`
  const shared = {
    claim: invoiceClaim(id),
    clientId,
    debtorId,
    currency,
    bookDate,
    text,
    sourceType: 'Invoice',
    sourceId: id,
    sourceKey: `direct-payment/${directId}`,
    facts: { directId },
  }
  const bought = isBought(invoice)
  const variant = bought ? 'FINANCED' : 'SERVICED'
  const fromRefinancing = borne !== 0n && { fromRefinancing: `${borne}` }
  const isLast = owedOn(invoice) === amount
  const reserve = bought && isLast ? reserveLeft(earlier) : 0n
  return [
    {
      ...shared,
      type: 'DIRECT_PAYMENT',
      component: 'CAPITAL',
      amount: -amount,
      facts: {
        ...shared.facts,
        variant,
        ...fromRefinancing,
        ...(foreign !== null && { foreign: `${foreign}` }),
      },
    },
    ...reserveReleased(shared, reserve),
  ]
}
