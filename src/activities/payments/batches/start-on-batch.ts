import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import type { BackgroundTask } from '../../../entities/background-task.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { startTask } from '../../system/start-task.ts'
import { refuseClient } from '../held-unplaced.ts'

/** Each payment of a batch is looked at, and booked if that is asked for; one such at a time. */
export async function startOnBatch(
  unit: Unit,
  id: string,
  taskName: 'payments.match' | 'payments.bookkeep',
  dryRun: boolean,
): Promise<BackgroundTask> {
  const { status } = await loadHeld(unit, PaymentBatch, id)
  refuseClient(unit)
  lifeOfPaymentBatch.move(status, taskName === 'payments.match' ? 'match' : 'book')
  return startTask(unit, { taskName, input: { within: id }, oneOf: 'within', dryRun })
}
