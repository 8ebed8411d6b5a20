import type { BusinessDate } from '../../../domain/dates.ts'
import { moved } from '../../../domain/payments/payment.ts'
import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book, type EventDraft } from '../../bookkeeping/book.ts'
import { openDaysOf } from '../booking-days.ts'
import { refuseClient } from '../held-unplaced.ts'
import { holdReturn, type HeldReturn } from './held-return.ts'
import { returnedDraft } from './return-drafts.ts'
import { settleUnsent } from './unsent.ts'

/**
 * What was authorized leaves the unplaced money (P9), and waits for the next batch of payouts; what
 * no file of a bank would take, for a person at the bank.
 */
export async function carryOutReturn(unit: Unit, id: string): Promise<PaymentReturn> {
  const held = await holdReturn(unit, id)
  refuseClient(unit)
  const draft = carriedOut(unit, held, await dayOfReturns(unit))
  await unit.runtime.registered.returnPayouts.make(unit, held.returned, held.payment)
  await book(unit, [draft])
  await settleUnsent(unit, [id], 'Somebody has booked it')
  return held.returned
}

/** The day on which what goes back now is booked. */
export async function dayOfReturns(unit: Unit): Promise<BusinessDate> {
  const { received } = await openDaysOf(unit, [])
  return received(await unit.today())
}

/** It is on its way, once what this gives is booked. */
export function carriedOut(
  unit: Unit,
  { returned, payment, unplaced }: HeldReturn,
  bookDate: BusinessDate,
): EventDraft {
  const status = lifeOfReturn.move(returned.status, 'carryOut')
  const amountOpen = unplaced.amountOpen - returned.amount
  unit.update(PaymentReturn, returned, { status, bookDate })
  unit.update(PaymentTransaction, payment, moved(payment, 'returned', returned.amount))
  unit.update(UnplacedPayment, unplaced, {
    status: lifeOfUnplaced.move(unplaced.status, amountOpen === 0n ? 'return' : 'keep'),
    amountOpen,
  })
  return returnedDraft(returned, 'RETURNED', bookDate)
}
