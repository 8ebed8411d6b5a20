import { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import { laterOf } from '../../domain/bookkeeping/reversal-day.ts'
import { sum } from '../../domain/money.ts'
import { lifeOfLink, moved } from '../../domain/payments/payment.ts'
import { refuseUnplaceable } from '../../domain/payments/placing.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLink } from './add-link.ts'
import { bookPlacements, onTargets } from './book-placements.ts'
import { claimDay, openDaysOf, placedOn } from './booking-days.ts'
import { partsOf, placesSent } from './claim-parts.ts'
import { exchangeOf, ratesOf } from './payment-rates.ts'
import { holdClaims, notePlaced, type Claims } from './claims.ts'
import { denyLinks } from './deny-links.ts'
import { holdUnplaced, type HeldUnplaced } from './held-unplaced.ts'
import { followOwner } from './owner-of-payment.ts'
import { proposeOn } from './propose-links.ts'
import { secondForAccounts } from './second-for-accounts.ts'

export const linkUnplacedInput = z.strictObject({ claims: placesSent })
export type LinkUnplaced = z.output<typeof linkUnplacedInput>

/**
 * Somebody says what unplaced money is for: it is put on those claims and accounts, and booked. On
 * accounts it takes two people; what its client says waits for somebody of the tenant.
 */
export async function linkUnplaced(
  unit: Unit,
  id: string,
  wanted: LinkUnplaced,
): Promise<UnplacedPayment | Pending> {
  if (isBound(unit.scope)) return proposeOn(unit, await holdUnplaced(unit, id), wanted)
  const pending = await secondForAccounts(unit, id, wanted.claims, wanted)
  if (pending !== undefined) return pending
  const held = await holdUnplaced(unit, id)
  const { payment, unplaced } = held
  lifeOfUnplaced.move(unplaced.status, 'place')
  const { amountOpen: amount, currency } = unplaced
  const claims = await holdClaims(
    unit,
    wanted.claims.map((one) => one.id),
  )
  const parts = partsOf(wanted.claims, claims, { amount, currency })
  refuseUnplaceable(amount, currency, parts)
  const links = parts.map((part) => addLink(unit, payment, claims, { ...part, reasons: ['NAMED'] }))
  await placeLinks(unit, { ...held, links }, claims)
  return unplaced
}

export interface Placing extends HeldUnplaced {
  links: readonly PaymentLink[]
}

/** Links of a booked payment to claims that are held and take them. */
export async function placeLinks(
  unit: Unit,
  { payment, unplaced, proposals, links }: Placing,
  claims: Claims,
): Promise<void> {
  const today = await unit.today()
  const days = await openDaysOf(
    unit,
    links.flatMap(({ clientId }) => clientId ?? []),
  )
  const onInvoices = links.filter(({ claimId }) => claims.invoices.has(claimId))
  const exchanges = await exchangesOf(unit, payment, onInvoices, claims)
  for (const link of links) {
    const status = lifeOfLink.move(link.status, 'book')
    unit.update(PaymentLink, link, { status, ...exchanges.get(link), bookedAt: unit.now })
  }
  const linked = sum(links.map(({ amount }) => amount))
  unit.update(PaymentTransaction, payment, moved(payment, 'linked', linked))
  const amountOpen = unplaced.amountOpen - linked
  const isLast = amountOpen === 0n
  const waiting = proposals.filter((link) => !links.includes(link))
  if (isLast) denyLinks(unit, waiting, 'Nothing is left of the payment')
  const after = lifeOfUnplaced.move(unplaced.status, isLast ? 'placeLast' : 'place')
  const isSettled = after === 'PROPOSED' && waiting.length === 0
  const status = isSettled ? lifeOfUnplaced.move(after, 'settleProposals') : after
  unit.update(UnplacedPayment, unplaced, { status, amountOpen })
  await followOwner(unit, payment, unplaced)
  const placements = onInvoices.map((link) => ({
    payment,
    link,
    bookDate: placedOn(days, link, laterOf(today, claimDay(claims, link.claimId))),
  }))
  await bookPlacements(unit, [], placements, claims, onTargets(claims, [{ payment, links }], days))
}

/** Of the day on which it came, whenever somebody says what it is for. */
async function exchangesOf(
  unit: Unit,
  payment: PaymentTransaction,
  links: readonly PaymentLink[],
  claims: Claims,
) {
  const currencyOf = ({ claimId }: PaymentLink) => claims.invoices.get(claimId)!.baseCurrency
  const paid = links.map((link) => ({ payment, claimCurrency: currencyOf(link) }))
  const rates = await ratesOf(unit, paid)
  const afresh = { ...claims, placed: new Map<string, bigint>() }
  return new Map(
    links.map((link) => {
      const rate = rates(payment, currencyOf(link))
      if (rate === null) {
        const between = `${payment.currency} and ${currencyOf(link)}`
        refuse('CLAIM_NOT_PAYABLE', { detail: `No rate of ${between} is known of its day.` })
      }
      const exchange = exchangeOf(afresh, link, rate)
      notePlaced(afresh, link.claimId, link.amount, payment.currency)
      return [link, exchange] as const
    }),
  )
}
