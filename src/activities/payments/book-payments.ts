import { laterOf } from '../../domain/bookkeeping/reversal-day.ts'
import { smaller, sum } from '../../domain/money.ts'
import { lifeOfPaymentBatch } from '../../domain/payments/batch.ts'
import { lifeOfLink, lifeOfPayment } from '../../domain/payments/payment.ts'
import { toleranceIn } from '../../domain/payments/tolerance.ts'
import type { UnplacedReason } from '../../domain/payments/unplaced.ts'
import { refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { setForm, type Made } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { countOn, heldBatches, type BatchesHeld } from './batches/count-batches.ts'
import { bookPlacements, onTargets } from './book-placements.ts'
import { claimDay, openDaysOf, placedOn, type OpenDays } from './booking-days.ts'
import { denyLinks } from './deny-links.ts'
import { holdClaims, notePlaced, noteRounded, payable, type Claims } from './claims.ts'
import { exchangeOf, ratesOf, type Rates } from './payment-rates.ts'
import { linksWaiting } from './links-waiting.ts'
import type { Placement } from './placement-drafts.ts'
import { addUnplaced } from './unplaced.ts'
import { whyUnplaced } from './why-unplaced.ts'

interface Beside {
  /** Their claims, where the verb holds them already. */
  held?: Claims
  /** What was confirmed of payments that the unit itself has made just now, by payment. */
  links?: ReadonlyMap<string, readonly PaymentLink[]>
}

interface Paying {
  payment: PaymentTransaction
  /** What was confirmed of it, and what matching only proposes. */
  links: readonly PaymentLink[]
  proposed: readonly PaymentLink[]
  /** Of all that are booked together. */
  claims: Claims
  batches: BatchesHeld
}

/** What becomes of a payment: which links are booked with how much, and why something is left. */
interface Spread {
  booked: readonly { link: PaymentLink; amount: bigint }[]
  denied: readonly PaymentLink[]
  kept: bigint
  reason: UnplacedReason
}

interface Placed {
  placements: Placement[]
  /** Nobody had looked before what it is for. */
  wasNew: boolean
}

interface Known {
  days: OpenDays
  rates: Rates
  /** Of what nothing was found for, by payment. */
  reasons: ReadonlyMap<string, UnplacedReason>
}

/**
 * Payments that are in no book go there, with what was confirmed of them. What a claim does not owe
 * any more is not put on it: that is unplaced, and waits for a person.
 */
export const bookPayments = setForm<Paying, Beside, Known, Spread, Placed>({
  async hold(unit, ids, { held, links }) {
    const [payments, { confirmed, proposed }] = await Promise.all([
      unit.held(PaymentTransaction, ids),
      links === undefined ? linksWaiting(unit, ids) : { confirmed: links, proposed: new Map() },
    ])
    const batches = await heldBatches(unit, payments)
    const claimed = [...confirmed.values()].flat().map(({ claimId }) => claimId)
    const claims = held ?? (await holdClaims(unit, claimed))
    return payments.map((payment) => {
      const { id } = payment
      const ofPayment = { links: confirmed.get(id) ?? [], proposed: proposed.get(id) ?? [] }
      return { payment, ...ofPayment, claims, batches }
    })
  },
  idOf: ({ payment }) => payment.id,
  read: async (unit, paying) => {
    const clientIds = paying.flatMap(({ links }) => links.flatMap(({ clientId }) => clientId ?? []))
    const alone = paying.filter(({ links }) => links.length === 0)
    const paid = paying.flatMap(({ payment, links, claims }) =>
      links.flatMap(({ claimId }) => {
        const claim = claims.invoices.get(claimId)
        return claim === undefined ? [] : [{ payment, claimCurrency: claim.baseCurrency }]
      }),
    )
    const [days, rates, reasons] = await Promise.all([
      openDaysOf(unit, clientIds),
      ratesOf(unit, paid),
      whyUnplaced(
        unit,
        alone.map(({ payment }) => payment),
      ),
    ])
    return { days, rates, reasons }
  },
  rule: spreadOf,
  write: writeSpread,
  finish: (unit, made, { days }) => bookAll(unit, made, days),
})

function spreadOf({ payment, links, claims, batches }: Paying, { rates, reasons }: Known): Spread {
  lifeOfPayment.move(payment.status, 'book')
  if (payment.kind === 'REVERSAL') refuse('PAYMENT_IS_REVERSAL')
  const batch = batches.get(payment.batchId ?? '')
  if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'book')
  const placed = new Map<string, bigint>()
  const booked: { link: PaymentLink; amount: bigint }[] = []
  const denied: PaymentLink[] = []
  let hasNoRate = false
  for (const link of links) {
    const claim = payable(claims, link.claimId, payment.currency)
    const { baseCurrency } = claims.invoices.get(link.claimId) ?? {}
    const isUnknown = baseCurrency !== undefined && rates(payment, baseCurrency) === null
    hasNoRate ||= isUnknown
    const takes = claim !== null && claim.obstacle === null && !isUnknown
    const open = takes ? (claim.open ?? 0n) - (placed.get(link.claimId) ?? 0n) : 0n
    const amount = smaller(link.amount, open)
    if (amount <= 0n) {
      denied.push(link)
      continue
    }
    placed.set(link.claimId, (placed.get(link.claimId) ?? 0n) + amount)
    booked.push({ link, amount })
  }
  const rest = payment.amount - sum(booked.map(({ amount }) => amount))
  const tolerance = toleranceIn(claims.tolerance, payment.currency, payment.amount)
  const kept = booked.length > 0 && rest <= tolerance ? rest : 0n
  const left = reasons.get(payment.id) ?? 'NO_MATCH'
  const closed = hasNoRate ? 'WRONG_CURRENCY' : 'CLOSED_CLAIM'
  const reason = denied.length > 0 ? closed : booked.length > 0 ? 'OVERPAYMENT' : left
  return { booked, denied, kept, reason }
}

function writeSpread(unit: Unit, paying: Paying, spread: Spread, { days, rates }: Known): Placed {
  const { payment, proposed, claims } = paying
  const wasNew = payment.status === 'NEW'
  const { booked, denied, kept, reason } = spread
  const placements = booked.flatMap(({ link, amount }): Placement[] => {
    const of = { ...link, amount }
    const { baseCurrency } = claims.invoices.get(link.claimId) ?? {}
    const exchange =
      baseCurrency === undefined ? {} : exchangeOf(claims, of, rates(payment, baseCurrency))
    notePlaced(claims, link.claimId, amount, payment.currency)
    const status = lifeOfLink.move(link.status, 'book')
    unit.update(PaymentLink, link, { status, amount, ...exchange, bookedAt: unit.now })
    if (baseCurrency === undefined) return []
    const day = laterOf(payment.bookDate, claimDay(claims, link.claimId))
    const bookDate = placedOn(days, link, day)
    noteRounded(claims, link.claimId, bookDate)
    return [{ payment, link, bookDate }]
  })
  denyLinks(unit, denied, 'Nothing was owed on it any more')
  const linked = sum(booked.map(({ amount }) => amount))
  const unplaced = payment.amount - linked - kept
  const clients = new Set(booked.flatMap(({ link }) => link.clientId ?? []))
  const clientId = clients.size === 1 ? [...clients][0]! : (payment.clientId ?? null)
  const status = lifeOfPayment.move(payment.status, 'book')
  unit.update(PaymentTransaction, payment, {
    status,
    clientId,
    linked,
    unplaced,
    writtenOff: kept,
    bookedAt: unit.now,
  })
  if (unplaced > 0n) {
    const waits = proposed.length > 0 ? 'PROPOSED' : 'OPEN'
    const what = { amount: unplaced, reasonCode: reason, status: waits } as const
    addUnplaced(unit, payment, undefined, what)
  } else {
    denyLinks(unit, proposed, 'Nothing is left of the payment')
  }
  return { placements, wasNew }
}

type Booked = Made<Paying, Spread, Placed>

async function bookAll(unit: Unit, made: readonly Booked[], days: OpenDays): Promise<void> {
  const received = made.map(({ thing: { payment } }) => ({
    payment,
    bookDate: days.received(payment.bookDate),
  }))
  const placements = made.flatMap(({ result }) => result.placements)
  const { claims, batches } = made[0]!.thing
  const counted = made.map(({ thing, result: { wasNew } }) => {
    return { batchId: thing.payment.batchId, wasNew, isBooked: true }
  })
  countOn(unit, batches, counted)
  const booked = made.map(({ thing: { payment }, change }) => {
    return { payment, links: change.booked.map(({ link }) => link) }
  })
  await bookPlacements(unit, received, placements, claims, onTargets(claims, booked, days))
}
