import { lifeOfPaymentFile } from '../../../domain/payments/bank-file.ts'
import { refuse } from '../../../domain/refusal.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import { PaymentFile } from '../../../entities/payment-file.ts'
import { PaymentReconciliation } from '../../../entities/payment-reconciliation.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** A file of which nothing was taken; its bytes are kept as long as the law wants them. */
export async function deletePaymentFile(unit: Unit, id: string): Promise<void> {
  const file = await loadHeld(unit, PaymentFile, id)
  lifeOfPaymentFile.move(file.status, 'delete')
  const [batches, reconciliations] = await Promise.all([
    rowsOf(unit, PaymentBatch, { paymentFileId: [id] }, ['id']),
    rowsOf(unit, PaymentReconciliation, { paymentFileId: [id] }, ['id']),
  ])
  if (batches.length + reconciliations.length > 0) refuse('PAYMENT_FILE_COUNTS')
  unit.remove(file)
}
