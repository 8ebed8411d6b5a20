import { lifeOfUnplaced, type UnplacedReason } from '../../domain/payments/unplaced.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Left {
  amount: bigint
  reasonCode: UnplacedReason
  /** PROPOSED while what matching has found of it waits for a person. */
  status?: 'OPEN' | 'PROPOSED'
}

/** Money of a booked payment that stands on no claim waits for a person: in one row a payment. */
export function addUnplaced(
  unit: Unit,
  payment: PaymentTransaction,
  present: UnplacedPayment | undefined,
  { amount, reasonCode, status: begins = 'OPEN' }: Left,
): void {
  if (present !== undefined) {
    const isSettled = lifeOfUnplaced.may(present.status, 'reopen')
    const status = isSettled ? lifeOfUnplaced.move(present.status, 'reopen') : present.status
    unit.update(UnplacedPayment, present, { status, amountOpen: present.amountOpen + amount })
    return
  }
  unit.insert(UnplacedPayment, {
    transactionId: payment.id,
    clientId: payment.clientId ?? null,
    status: begins,
    reasonCode,
    amountOpen: amount,
    currency: payment.currency,
    bookDate: payment.bookDate,
    note: null,
  })
}
