import { notFound } from '../../../domain/refusal.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface HeldReturn {
  returned: PaymentReturn
  payment: PaymentTransaction
  unplaced: UnplacedPayment
}

const ofMoney = ['transactionId', 'unplacedPaymentId'] as const

/** A return with the money that it is of, which moves with it. */
export async function holdReturn(unit: Unit, id: string): Promise<HeldReturn> {
  const [row] = await rowsOf(unit, PaymentReturn, { id: [id] }, ofMoney)
  const { transactionId, unplacedPaymentId } = row ?? notFound()
  const payment = await loadHeld(unit, PaymentTransaction, transactionId)
  const unplaced = await loadHeld(unit, UnplacedPayment, unplacedPaymentId)
  const returned = await loadHeld(unit, PaymentReturn, id)
  return { returned, payment, unplaced }
}

/** Those of these that are there, each with its money. */
export async function holdReturns(unit: Unit, ids: readonly string[]): Promise<HeldReturn[]> {
  const rows = await rowsOf(unit, PaymentReturn, { id: [...ids] }, ofMoney)
  const moneyOf = (field: (typeof ofMoney)[number]) => [...new Set(rows.map((row) => row[field]))]
  const payments = byField(await unit.held(PaymentTransaction, moneyOf('transactionId')), 'id')
  const unplaced = byField(await unit.held(UnplacedPayment, moneyOf('unplacedPaymentId')), 'id')
  const returns = await unit.held(PaymentReturn, ids)
  return returns.map((returned) => ({
    returned,
    payment: payments.get(returned.transactionId)!,
    unplaced: unplaced.get(returned.unplacedPaymentId)!,
  }))
}
