import { notFound } from '../../../domain/refusal.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface HeldReturn {
  returned: PaymentReturn
  payment: PaymentTransaction
  unplaced: UnplacedPayment
}

/** A return with the money that it is of, which moves with it. */
export async function holdReturn(unit: Unit, id: string): Promise<HeldReturn> {
  const fields = ['transactionId', 'unplacedPaymentId'] as const
  const [row] = await rowsOf(unit, PaymentReturn, { id: [id] }, fields)
  const { transactionId, unplacedPaymentId } = row ?? notFound()
  const payment = await loadHeld(unit, PaymentTransaction, transactionId)
  const unplaced = await loadHeld(unit, UnplacedPayment, unplacedPaymentId)
  const returned = await loadHeld(unit, PaymentReturn, id)
  return { returned, payment, unplaced }
}
