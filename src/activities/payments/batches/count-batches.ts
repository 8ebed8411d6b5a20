import { countedOn } from '../../../domain/payments/batch.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export type BatchesHeld = ReadonlyMap<string, PaymentBatch>

type OfBatch = Pick<PaymentTransaction, 'batchId'>

/** The batches of these payments, held: who aborts one waits, or has been before. */
export async function heldBatches(unit: Unit, payments: readonly OfBatch[]): Promise<BatchesHeld> {
  const ids = [...new Set(payments.flatMap(({ batchId }) => batchId ?? []))]
  if (ids.length === 0) return new Map()
  const batches = await unit.held(PaymentBatch, ids)
  return new Map(batches.map((batch) => [batch.id, batch]))
}

export interface Counted extends OfBatch {
  /** Nobody had looked before what it is for. */
  wasNew: boolean
  isBooked: boolean
}

/** How far each batch is after these of its payments. */
export function countOn(unit: Unit, batches: BatchesHeld, payments: readonly Counted[]): void {
  const ofBatch = Map.groupBy(payments, ({ batchId }) => batchId ?? '')
  for (const [id, some] of ofBatch) {
    const batch = batches.get(id)
    const matched = some.filter(({ wasNew }) => wasNew).length
    const booked = some.filter(({ isBooked }) => isBooked).length
    if (batch === undefined || matched + booked === 0) continue
    unit.update(PaymentBatch, batch, countedOn(batch, { matched, booked }))
  }
}
