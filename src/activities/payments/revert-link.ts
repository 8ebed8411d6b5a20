import { isBought } from '../../domain/factoring/financing-status.ts'
import { sum } from '../../domain/money.ts'
import { lifeOfLink, lifeOfPayment, moved } from '../../domain/payments/payment.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { reversalsOf, type ReversalWanted } from '../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { raiseFunding } from '../factoring/follow-claim.ts'
import { applyToInvoice } from '../invoices/apply-events.ts'
import { settleAfter } from '../invoices/settle-status.ts'
import type { TakenBack } from '../invoices/unlink-credit.ts'
import { freeOf } from './book-placements.ts'
import { holdClaims, type Claims } from './claims.ts'
import { paymentOf } from './link-unplaced.ts'
import { addUnplaced } from './unplaced.ts'

/**
 * What was put on a claim is taken off it by a mirror, and everything is as it was before; the
 * money is unplaced again. A large one takes two people.
 */
export async function revertLink(
  unit: Unit,
  id: string,
  wanted: TakenBack,
): Promise<PaymentLink | Pending> {
  const fields = ['clientId', 'amount', 'currency'] as const
  const [row] = await rowsOf(unit, PaymentLink, { id: [id] }, fields)
  const { clientId, amount: minor, currency } = row ?? notFound()
  const pending = requireSecond(unit, {
    topic: 'REVERSE_FINANCIAL_EVENT',
    subject: { type: 'PaymentLink', id, clientId },
    payload: wanted,
    amount: { minor, currency },
  })
  return pending ?? revertNow(unit, id, wanted)
}

async function revertNow(unit: Unit, id: string, wanted: TakenBack): Promise<PaymentLink> {
  await knownReason(unit, wanted.reasonCode)
  const transactionId = await paymentOf(unit, PaymentLink, id)
  const payment = await loadHeld(unit, PaymentTransaction, transactionId)
  const [present] = await unit.locked(UnplacedPayment, { transactionId })
  const link = await loadHeld(unit, PaymentLink, id)
  lifeOfPayment.move(payment.status, 'place')
  const status = unlinked(link)
  const claims = await holdClaims(unit, [link.claimId])
  unit.update(PaymentLink, link, { status })
  unit.update(PaymentTransaction, payment, moved(payment, 'linked', -link.amount))
  addUnplaced(unit, payment, present, { amount: link.amount, reasonCode: 'NO_MATCH' })
  await takeOff(unit, link, claims, wanted)
  return link
}

export const unlinked = ({ status }: PaymentLink) => lifeOfLink.move(status, 'revert')

/** By a mirror of all that the link has booked, and of other events with it. */
export async function takeOff(
  unit: Unit,
  link: PaymentLink,
  claims: Claims,
  wanted: ReversalWanted,
  also: readonly FinancialEvent[] = [],
): Promise<void> {
  const invoice = claims.invoices.get(link.claimId)!
  const all = claims.events.get(link.claimId) ?? []
  const ofLink = all.filter(
    ({ sourceId, reversedById }) => sourceId === link.id && reversedById == null,
  )
  refuseFinancedOtherwise(invoice, ofLink, all)
  const today = await unit.today()
  const capital = ofLink.filter(({ component }) => component === 'CAPITAL')
  const raised = { debit: invoice, amount: sum(capital.map(({ amount }) => amount)) }
  const borne = sum(ofLink.map(({ facts }) => BigInt(String(facts['fromRefinancing'] ?? '0'))))
  const funding = await raiseFunding(unit, raised, borne, today)
  await addToDebtors(
    unit,
    ofLink.map(({ debtorId, amount, currency }) => ({
      debtorId: debtorId ?? '',
      amount: -amount,
      currency,
    })),
  )
  await freeOf(unit, [raised])
  const drafts = await reversalsOf(unit, [...ofLink, ...also], wanted)
  const made = await book(unit, [...drafts, ...funding])
  applyToInvoice(unit, invoice, made)
  settleAfter(unit, invoice, claims.planned.get(invoice.id) ?? [], today)
}

/** A claim is given its debt back only while it is whose it was when it was paid. */
function refuseFinancedOtherwise(
  invoice: Invoice,
  ofLink: readonly FinancialEvent[],
  all: readonly FinancialEvent[],
): void {
  const paid = ofLink.find(({ type, component }) => type === 'PAYMENT' && component === 'CAPITAL')
  if (paid === undefined) return
  const wasBought = paid.facts['variant'] === 'FINANCED'
  const moves = all.filter(
    ({ id, type }) => id > paid.id && (type === 'RECOURSE' || type === 'FINANCED'),
  )
  if (isBought(invoice) === wasBought && moves.length === 0) return
  const then = wasBought ? 'financed' : 'not financed'
  const now = isBought(invoice) === wasBought ? 'financed anew' : invoice.financingStatus
  refuse('EVENT_NOT_REVERSIBLE', {
    detail: `The claim was ${then} when it was paid, and is ${now} now.`,
  })
}
