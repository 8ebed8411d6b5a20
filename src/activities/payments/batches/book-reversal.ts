import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import { lifeOfPayment, moved } from '../../../domain/payments/payment.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { refuse } from '../../../domain/refusal.ts'
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
import { paymentKey } from '../placement-drafts.ts'
import { takeOff, unlinked } from '../revert-link.ts'
import { countOn, heldBatches, type BatchesHeld } from './count-batches.ts'

interface Reversing {
  reversal: PaymentTransaction
  original: PaymentTransaction
  links: readonly PaymentLink[]
  unplaced: UnplacedPayment | undefined
  batches: BatchesHeld
}

/**
 * What the bank takes back is booked as the mirror of what it had given: off its claim, and out of
 * the account. What cannot be mirrored by itself waits for a person.
 */
export async function bookReversal(unit: Unit, id: string): Promise<void> {
  const [row] = await rowsOf(unit, PaymentTransaction, { id: [id] }, ['reversesId', 'amount'])
  if (row?.reversesId == null)
    return leaveUnknown(unit, id, 'No payment of this file’s account is it')
  const held = await holdBoth(unit, id, row.reversesId)
  const { reversal, original, links, batches } = held
  const status = lifeOfPayment.move(reversal.status, 'book')
  const batch = batches.get(reversal.batchId ?? '')
  if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'book')
  const obstacle = obstacleOf(held)
  if (obstacle !== undefined) return leaveUnknown(unit, id, obstacle)
  const claims = await holdClaims(
    unit,
    links.map(({ claimId }) => claimId),
  )
  const [receipt] = await unit.readEach(FinancialEvent, 'source_key = $2', [
    paymentKey(original.id),
  ])
  takeAway(unit, held)
  const wasNew = reversal.status === 'NEW'
  const { amount } = reversal
  const found = { ...moved(reversal, 'returned', amount), status, bookedAt: unit.now }
  unit.update(PaymentTransaction, reversal, found)
  countOn(unit, batches, [{ batchId: reversal.batchId, wasNew, isBooked: true }])
  const text = { text: `Taken back by the bank on ${reversal.bookDate}` }
  const received = receipt ?? refuse('PAYMENT_NOT_BOOKED')
  const [link] = links
  if (link === undefined) await book(unit, await reversalsOf(unit, [received], text))
  else await takeOff(unit, link, claims, text, [received])
}

async function holdBoth(unit: Unit, id: string, originalId: string): Promise<Reversing> {
  const payments = await unit.held(PaymentTransaction, [id, originalId])
  const [unplaced] = await unit.locked(UnplacedPayment, { transactionId: originalId })
  const links = await unit.readEach(
    PaymentLink,
    `transaction_id = $2 and status = 'BOOKED'`,
    [originalId],
    'held',
  )
  const named = (one: string) => payments.find((payment) => payment.id === one)!
  const [reversal, original] = [named(id), named(originalId)]
  return { reversal, original, links, unplaced, batches: await heldBatches(unit, [reversal]) }
}

function obstacleOf({ original, links }: Reversing): string | undefined {
  if (original.status !== 'BOOKED') return `What it takes back is ${original.status}`
  if (links.length > 1) return 'It stands on several claims: revert its links first'
  if (original.writtenOff > 0n) return 'A small difference of it was kept'
  return original.returned > 0n ? 'Some of it was returned before' : undefined
}

/** Off its claim, and nothing of it is unplaced any more. */
function takeAway(unit: Unit, { original, links, unplaced }: Reversing): void {
  for (const link of links) unit.update(PaymentLink, link, { status: unlinked(link) })
  const { amount, linked } = original
  unit.update(PaymentTransaction, original, {
    ...moved(moved(original, 'linked', -linked), 'returned', amount),
  })
  if (unplaced === undefined) return
  const status = lifeOfUnplaced.move(unplaced.status, 'takeBack')
  unit.update(UnplacedPayment, unplaced, { status, amountOpen: 0n })
}

async function leaveUnknown(unit: Unit, id: string, why: string): Promise<void> {
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'PaymentTransaction',
    subjectId: id,
    severity: 'HIGH',
    title: `The bank has taken back a payment: ${why}`,
    dedupeKey: `payment-reversal/${id}`,
  })
}
