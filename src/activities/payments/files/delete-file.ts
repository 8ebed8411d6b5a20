import { lifeOfPaymentFile } from '../../../domain/payments/bank-file.ts'
import { refuse } from '../../../domain/refusal.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** A file of which nothing counts; the same bytes may be sent again. */
export async function deletePaymentFile(unit: Unit, id: string): Promise<void> {
  const file = await loadHeld(unit, PaymentFile, id)
  const status = lifeOfPaymentFile.move(file.status, 'delete')
  const batches = await unit.readEach(
    PaymentBatch,
    `payment_file_id = $2 and status <> 'ABORTED'`,
    [id],
    'held',
  )
  if (batches.length > 0) refuse('PAYMENT_FILE_COUNTS')
  file.status = status
}
