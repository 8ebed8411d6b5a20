import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import { lifeOfPayment, moved } from '../../../domain/payments/payment.ts'
import { notFound } from '../../../domain/refusal.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book } from '../../bookkeeping/book.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { openDaysOf } from '../booking-days.ts'
import { takenBackDraft } from '../placement-drafts.ts'
import { countOn } from './count-batches.ts'
import { originalsOf } from './originals.ts'
import { heldOriginal, judged, takeFrom } from './take-from-original.ts'

/**
 * What the bank takes back has left the account, so it is booked whatever is known of it. What it
 * takes back comes off its claims; where that cannot be, a person ties it to a payment later.
 */
export async function bookReversal(unit: Unit, id: string): Promise<void> {
  const [row] = await rowsOf(unit, PaymentTransaction, { id: [id] }, ['reversesId'])
  if (row === undefined) return notFound()
  const found = row.reversesId ?? (await originalsOf(unit, [id])).get(id) ?? null
  const held = await heldOriginal(unit, id, found)
  const { reversal, batches } = held
  const status = lifeOfPayment.move(reversal.status, 'book')
  const batch = batches.get(reversal.batchId ?? '')
  if (batch !== undefined) lifeOfPaymentBatch.move(batch.status, 'book')
  const { received } = await openDaysOf(unit, [])
  const draft = takenBackDraft(reversal, received(reversal.bookDate))
  const { batchId, amount, status: before } = reversal
  const { taking, obstacle } = await judged(unit, held)
  unit.update(PaymentTransaction, reversal, {
    ...moved(reversal, 'returned', amount),
    status,
    bookedAt: unit.now,
    reversesId: taking === undefined ? null : found,
  })
  countOn(unit, batches, [{ batchId, wasNew: before === 'NEW', isBooked: true }])
  if (taking !== undefined) return takeFrom(unit, taking, [draft])
  await book(unit, [draft])
  await leaveErrand(unit, {
    type: 'PAYMENT_MISMATCH',
    subjectType: 'PaymentTransaction',
    subjectId: id,
    severity: 'HIGH',
    title: `The bank has taken back a payment, but ${obstacle}`,
    dedupeKey: reversalErrandOf(id),
  })
}

export const reversalErrandOf = (id: string) => `payment-reversal/${id}`
