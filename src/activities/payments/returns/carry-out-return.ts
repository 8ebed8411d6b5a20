import { moved } from '../../../domain/payments/payment.ts'
import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book } from '../../bookkeeping/book.ts'
import { openDaysOf } from '../booking-days.ts'
import { refuseClient } from '../held-unplaced.ts'
import { holdReturn } from './held-return.ts'
import { returnedDraft } from './return-drafts.ts'

/**
 * What was authorized leaves the unplaced money (P9), and waits for the next batch of payouts; what
 * no file of a bank would take, for a person at the bank.
 */
export async function carryOutReturn(unit: Unit, id: string): Promise<PaymentReturn> {
  const { returned, payment, unplaced } = await holdReturn(unit, id)
  refuseClient(unit)
  const status = lifeOfReturn.move(returned.status, 'carryOut')
  const { received } = await openDaysOf(unit, [])
  const bookDate = received(await unit.today())
  const amountOpen = unplaced.amountOpen - returned.amount
  unit.update(PaymentReturn, returned, { status, bookDate })
  unit.update(PaymentTransaction, payment, moved(payment, 'returned', returned.amount))
  unit.update(UnplacedPayment, unplaced, {
    status: lifeOfUnplaced.move(unplaced.status, amountOpen === 0n ? 'return' : 'keep'),
    amountOpen,
  })
  await unit.runtime.registered.returnPayouts.make(unit, returned, payment)
  await book(unit, [returnedDraft(returned, 'RETURNED', bookDate)])
  return returned
}
