import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import { lifeOfPayment, moved } from '../../../domain/payments/payment.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { PaymentLink } from '../../../entities/payment-link.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book } from '../../bookkeeping/book.ts'
import { reversalsOf } from '../../bookkeeping/reverse-event.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { holdClaims } from '../claims.ts'
import { denyLinks } from '../deny-links.ts'
import { paymentKey } from '../placement-drafts.ts'
import { takeOff, unlinked } from '../revert-link.ts'
import { originalsOf } from './originals.ts'
import { countOn, heldBatches, type BatchesHeld } from './count-batches.ts'

interface Held {
  reversal: PaymentTransaction
  /** The payment that it takes back, where one is known. */
  original: PaymentTransaction | undefined
  links: readonly PaymentLink[]
  /** What waits for a person to book it. */
  proposed: readonly PaymentLink[]
  unplaced: UnplacedPayment | undefined
  batches: BatchesHeld
}

type Reversing = Held & { original: PaymentTransaction }

/**
 * What the bank takes back is booked as the mirror of what it had given: off its claim, and out of
 * the account. What cannot be mirrored by itself waits for a person.
 */
export async function bookReversal(unit: Unit, id: string): Promise<void> {
  const [row] = await rowsOf(unit, PaymentTransaction, { id: [id] }, ['reversesId'])
  if (row === undefined) return notFound()
  const found = row.reversesId ?? (await originalsOf(unit, [id])).get(id)
  const held = await holdBoth(unit, id, found ?? null)
  const obstacle = obstacleOf(held)
  if (obstacle === undefined) await mirror(unit, held)
  else await leaveWaiting(unit, held, obstacle)
}

async function mirror(unit: Unit, held: Held): Promise<void> {
  const original = held.original!
  const { reversal, links } = held
  const claims = await holdClaims(
    unit,
    links.map(({ claimId }) => claimId),
  )
  const [receipt] = await unit.readEach(FinancialEvent, 'source_key = $2', [
    paymentKey(original.id),
  ])
  takeAway(unit, { ...held, original })
  moveReversal(unit, held, 'book')
  const text = { text: `Taken back by the bank on ${reversal.bookDate}` }
  const received = receipt ?? refuse('PAYMENT_NOT_BOOKED')
  const [link] = links
  if (link === undefined) await book(unit, await reversalsOf(unit, [received], text))
  else await takeOff(unit, link, claims, text, [received])
}

/** It is booked with what it takes back, or was at least looked at. */
function moveReversal(
  unit: Unit,
  { reversal, original, batches }: Held,
  verb: 'book' | 'matchWhole' | 'matchNothing',
): void {
  const { batchId, amount } = reversal
  const wasNew = reversal.status === 'NEW'
  const isBooked = verb === 'book'
  unit.update(PaymentTransaction, reversal, {
    reversesId: original?.id ?? null,
    status: lifeOfPayment.move(reversal.status, verb),
    ...(isBooked && { ...moved(reversal, 'returned', amount), bookedAt: unit.now }),
  })
  countOn(unit, batches, [{ batchId, wasNew, isBooked }])
}

async function holdBoth(unit: Unit, id: string, originalId: string | null): Promise<Held> {
  const ids = originalId === null ? [id] : [id, originalId]
  const payments = await unit.held(PaymentTransaction, ids)
  const named = (one: string | null) => payments.find((payment) => payment.id === one)
  const [unplaced] = await unit.locked(UnplacedPayment, { transactionId: originalId ?? id })
  const there = await unit.readEach(
    PaymentLink,
    `transaction_id = $2 and status in ('BOOKED', 'PROPOSED')`,
    [originalId ?? id],
    'held',
  )
  const reversal = named(id) ?? notFound()
  const batches = await heldBatches(unit, [reversal])
  lifeOfPayment.move(reversal.status, 'book')
  const batch = batches.get(reversal.batchId ?? '')
  if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'book')
  const links = there.filter((link) => link.status === 'BOOKED')
  const proposed = there.filter((link) => link.status === 'PROPOSED')
  return { reversal, original: named(originalId), links, proposed, unplaced, batches }
}

function obstacleOf({ original, links, proposed, unplaced }: Held): string | undefined {
  if (original === undefined) return 'no one payment is known that it could be'
  if (original.status !== 'BOOKED') return `the payment is ${original.status}`
  if (links.length > 1) return 'the payment stands on several claims, whose links come off first'
  const isByClient = proposed.some(({ score }) => score == null)
  if (unplaced?.status === 'PROPOSED' && isByClient) return 'its client has proposed what it is for'
  if (unplaced?.status === 'RETURN_REQUESTED') return 'it is to be returned already'
  if (original.writtenOff > 0n) return 'a small difference of the payment was kept'
  return original.returned > 0n ? 'some of the payment was returned before' : undefined
}

/** Off its claim, and nothing of it is unplaced any more. */
function takeAway(unit: Unit, { original, links, proposed, unplaced }: Reversing): void {
  for (const link of links) unit.update(PaymentLink, link, { status: unlinked(link) })
  const { amount, linked } = original
  unit.update(PaymentTransaction, original, {
    ...moved(moved(original, 'linked', -linked), 'returned', amount),
  })
  if (unplaced === undefined) return
  denyLinks(unit, proposed, 'The bank has taken the money back')
  const isProposed = unplaced.status === 'PROPOSED'
  const before = isProposed ? lifeOfUnplaced.move('PROPOSED', 'settleProposals') : unplaced.status
  const status = lifeOfUnplaced.move(before, 'takeBack')
  unit.update(UnplacedPayment, unplaced, { status, amountOpen: 0n })
}

async function leaveWaiting(unit: Unit, held: Held, why: string): Promise<void> {
  moveReversal(unit, held, held.original === undefined ? 'matchNothing' : 'matchWhole')
  const { id } = held.reversal
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'PaymentTransaction',
    subjectId: id,
    severity: 'HIGH',
    title: `The bank has taken back a payment, but ${why}`,
    dedupeKey: `payment-reversal/${id}`,
  })
}
