import type { EntityName } from '@mikro-orm/core'
import { z } from 'zod'
import { lifeOfLink, lifeOfPayment, moved } from '../../domain/payments/payment.ts'
import { refuseUnplaceable } from '../../domain/payments/placing.ts'
import { lifeOfUnplaced } from '../../domain/payments/unplaced.ts'
import { sum } from '../../domain/money.ts'
import { notFound } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf, type Having } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addLink } from './add-link.ts'
import { bookPlacements } from './book-placements.ts'
import { openDaysOf } from './booking-days.ts'
import { holdClaims, type Claims } from './claims.ts'
import { claimsSent, partsOf } from './claim-parts.ts'

export const linkUnplacedInput = z.strictObject({ claims: claimsSent })
export type LinkUnplaced = z.output<typeof linkUnplacedInput>

/** Somebody says what unplaced money is for: it is put on those claims, and booked. */
export async function linkUnplaced(
  unit: Unit,
  id: string,
  { claims: named }: LinkUnplaced,
): Promise<UnplacedPayment> {
  const transactionId = await paymentOf(unit, UnplacedPayment, id)
  const payment = await loadHeld(unit, PaymentTransaction, transactionId)
  const unplaced = await loadHeld(unit, UnplacedPayment, id)
  lifeOfPayment.move(payment.status, 'place')
  lifeOfUnplaced.move(unplaced.status, 'place')
  const claims = await holdClaims(
    unit,
    named.map((one) => one.id),
  )
  const { amountOpen: amount, currency } = unplaced
  const parts = partsOf(named, claims, { amount, currency })
  refuseUnplaceable(amount, currency, parts)
  const links = parts.map((part) => addLink(unit, payment, claims, { ...part, reasons: ['NAMED'] }))
  await placeLinks(unit, { payment, unplaced, links }, claims)
  return unplaced
}

/** The payment of a row that is held after it, and is read only then. */
export async function paymentOf<E extends { id: string; transactionId: string }>(
  unit: Unit,
  entity: EntityName<E>,
  id: string,
): Promise<string> {
  const having = { id: [id] } as unknown as Having<E>
  const [row] = await rowsOf(unit, entity, having, ['transactionId'])
  return row?.transactionId ?? notFound()
}

export interface Placing {
  payment: PaymentTransaction
  unplaced: UnplacedPayment
  links: readonly PaymentLink[]
}

/** Links of a booked payment to claims that are held and take them. */
export async function placeLinks(
  unit: Unit,
  { payment, unplaced, links }: Placing,
  claims: Claims,
): Promise<void> {
  const today = await unit.today()
  const days = await openDaysOf(
    unit,
    links.map(({ clientId }) => clientId),
  )
  for (const link of links) {
    const status = lifeOfLink.move(link.status, 'book')
    unit.update(PaymentLink, link, { status, bookedAt: unit.now })
  }
  const linked = sum(links.map(({ amount }) => amount))
  unit.update(PaymentTransaction, payment, moved(payment, 'linked', linked))
  const amountOpen = unplaced.amountOpen - linked
  const status = lifeOfUnplaced.move(unplaced.status, amountOpen === 0n ? 'placeLast' : 'place')
  unit.update(UnplacedPayment, unplaced, { status, amountOpen })
  const placements = links.map((link) => ({
    payment,
    link,
    bookDate: days.placed(link.clientId, today),
  }))
  await bookPlacements(unit, [], placements, claims)
}
