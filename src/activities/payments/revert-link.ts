import { reserveLetGo } from '../../domain/factoring/recourse.ts'
import { guardPaidBack } from '../../domain/invoices/reversal.ts'
import { sum } from '../../domain/money.ts'
import { lifeOfLink, lifeOfPayment, moved } from '../../domain/payments/payment.ts'
import { notFound } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book, type EventDraft } from '../bookkeeping/book.ts'
import { reversalsOf, type ReversalWanted } from '../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { financierAt, raiseFunding } from '../factoring/follow-claim.ts'
import { freeLimitsOfClaims } from '../factoring/free-limits-of-claims.ts'
import type { TakenBack } from '../invoices/unlink-credit.ts'
import { applyBooked, holdClaims, type Claims } from './claims.ts'
import { paymentOf } from './held-unplaced.ts'
import { keptKey } from './placement-drafts.ts'
import { bookedOnTargets } from './targets.ts'
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
  const { clientId = null, amount: minor, currency } = row ?? notFound()
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
  // A small difference was kept because the rest was on a claim.
  const kept = payment.linked === link.amount ? payment.writtenOff : 0n
  const mirrored = kept === 0n ? [] : await keptOf(unit, payment.id)
  const off = moved(moved(payment, 'linked', -link.amount), 'writtenOff', -kept)
  unit.update(PaymentTransaction, payment, off)
  addUnplaced(unit, payment, present, { amount: link.amount + kept, reasonCode: 'NO_MATCH' })
  await takeOff(unit, [link], claims, wanted, { mirrored })
  return link
}

/** What was booked of the small difference that was kept of a payment. */
export const keptOf = (unit: Unit, paymentId: string): Promise<FinancialEvent[]> =>
  unit.readEach(FinancialEvent, 'source_key = $2', [keptKey(paymentId)])

export const unlinked = ({ status }: PaymentLink) => lifeOfLink.move(status, 'revert')

/** What is booked with it. */
interface Beside {
  mirrored?: readonly FinancialEvent[]
  drafts?: readonly EventDraft[]
}

/** By a mirror of all that the links have booked, in one booking with what goes beside it. */
export async function takeOff(
  unit: Unit,
  links: readonly PaymentLink[],
  claims: Claims,
  wanted: ReversalWanted,
  { mirrored = [], drafts = [] }: Beside = {},
): Promise<void> {
  const today = await unit.today()
  const taken = links
    .filter(({ claimId }) => claims.invoices.has(claimId))
    .map((link) => takenOff(link, claims, today))
  const beside = await offTargets(unit, links, claims)
  const ofLinks = taken.flatMap(({ events }) => events)
  const raised = taken.map((one) => one.raised)
  const funding = await raiseFunding(unit, raised, today)
  await addToDebtors(
    unit,
    ofLinks.map(({ debtorId, amount, currency }) => ({
      debtorId: debtorId ?? '',
      amount: -amount,
      currency,
    })),
  )
  await freeLimitsOfClaims(unit, raised)
  const letGo = taken.flatMap((one) => one.letGo)
  const all = new Set([...ofLinks, ...beside.booked, ...letGo, ...mirrored])
  const reversals = await reversalsOf(unit, [...all], wanted)
  const made = await book(unit, [...beside.drafts, ...reversals, ...drafts, ...funding])
  const ofClaim = Map.groupBy(made, ({ claimId }) => claimId ?? '')
  for (const invoice of new Set(raised.map(({ debit }) => debit))) {
    applyBooked(unit, claims, invoice, ofClaim.get(invoice.id) ?? [], today)
  }
}

/** What links to what is no invoice have booked, and what goes before its mirror. */
async function offTargets(unit: Unit, links: readonly PaymentLink[], { targets }: Claims) {
  const of = links.filter(({ claimId }) => targets.has(claimId))
  const events = await bookedOnTargets(unit, of)
  const each = of.map((link) => ({ link, booked: events.get(link.id) ?? [] }))
  return {
    booked: each.flatMap(({ booked }) => booked),
    drafts: each.flatMap(({ link, booked }) => targets.get(link.claimId)!.takeOff(booked)),
  }
}

/** All that a link has booked on its claim, which owes again, whichever payment let its reserve go. */
function takenOff(link: PaymentLink, claims: Claims, today: string) {
  const all = claims.events.get(link.claimId) ?? []
  const events = eventsOf(link, claims)
  const capital = events.filter(({ component }) => component === 'CAPITAL')
  const debit = claims.invoices.get(link.claimId)!
  guardTakenOff(link, claims)
  return {
    events,
    letGo: reserveLetGo(all),
    raised: {
      debit,
      paid: { paymentId: link.transactionId, bookDate: today },
      amount: sum(capital.map(({ amount }) => amount)),
      borne: sum(events.map(({ facts }) => BigInt(String(facts['fromRefinancing'] ?? '0')))),
      financier: financierAt(all, events[0]?.id ?? ''),
    },
  }
}

/** Refuses where claims are no longer whose they were. */
export async function guardAllTakenOff(
  unit: Unit,
  links: readonly PaymentLink[],
  claims: Claims,
): Promise<void> {
  const { invoices, targets } = claims
  for (const link of links) if (invoices.has(link.claimId)) guardTakenOff(link, claims)
  const of = links.filter(({ claimId }) => targets.has(claimId))
  const events = await bookedOnTargets(unit, of)
  for (const { id, claimId } of of) targets.get(claimId)!.guardTakenOff(events.get(id) ?? [])
}

function guardTakenOff(link: PaymentLink, claims: Claims): void {
  const paid = eventsOf(link, claims).find(
    ({ type, component }) => type === 'PAYMENT' && component === 'CAPITAL',
  )
  if (paid === undefined) return
  guardPaidBack(claims.invoices.get(link.claimId)!, paid, claims.events.get(link.claimId) ?? [])
}

const eventsOf = (link: PaymentLink, { events }: Claims): FinancialEvent[] =>
  (events.get(link.claimId) ?? []).filter(
    ({ sourceId, reversesId, reversedById }) =>
      sourceId === link.id && reversesId == null && reversedById == null,
  )
