import { lifeOfPaymentBatch } from '../../../domain/payments/batch.ts'
import { allUnplaced, lifeOfPayment } from '../../../domain/payments/payment.ts'
import { notFound, refuse } from '../../../domain/refusal.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import type { PaymentLink } from '../../../entities/payment-link.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import { setForm } from '../../../kernel/write/set-form.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { startTask } from '../../system/start-task.ts'
import { linksWaiting } from '../links-waiting.ts'
import { denyLinks } from '../deny-links.ts'
import { refuseClient } from '../held-unplaced.ts'

/** Nothing of it counts from now on; its payments follow in the background. */
export async function abortBatch(unit: Unit, id: string): Promise<PaymentBatch> {
  const [seen] = await rowsOf(unit, PaymentBatch, { id: [id] }, ['account'])
  // Files of the account are taken whole before it, or see that it is being aborted.
  await lockKey(unit, 'bank account', (seen ?? notFound()).account)
  const batch = await loadHeld(unit, PaymentBatch, id)
  refuseClient(unit)
  const status = lifeOfPaymentBatch.move(batch.status, 'abort')
  if (batch.bookedCount > 0) {
    refuse('PAYMENT_BATCH_BOOKED', { detail: `${batch.bookedCount} of its payments are booked.` })
  }
  batch.status = status
  const input = { within: id }
  await startTask(unit, { taskName: 'payments.abortBatch', input, oneOf: 'within' })
  return batch
}

interface Aborting {
  payment: PaymentTransaction
  links: readonly PaymentLink[]
}

/** What was found of them is denied, and the same entries may come again. */
const aborting = setForm<Aborting, object, null, PaymentTransaction['status'], void>({
  async hold(unit, ids) {
    const payments = await unit.held(PaymentTransaction, ids)
    const { confirmed, proposed } = await linksWaiting(unit, ids)
    return payments.map((payment) => {
      const { id } = payment
      return { payment, links: [...(confirmed.get(id) ?? []), ...(proposed.get(id) ?? [])] }
    })
  },
  idOf: ({ payment }) => payment.id,
  read: async () => null,
  rule: ({ payment }) => lifeOfPayment.move(payment.status, 'abort'),
  write(unit, { payment, links }, status) {
    unit.update(PaymentTransaction, payment, {
      ...allUnplaced(payment.amount),
      status,
      entryKey: null,
      entryGroup: null,
      reversesId: null,
    })
    denyLinks(unit, links, 'Its batch was aborted')
  },
})

export const abortPayment = (unit: Unit, id: string) => aborting.one(unit, id, {})
export const abortPayments = (unit: Unit, ids: readonly string[]) => aborting.many(unit, ids, {})
