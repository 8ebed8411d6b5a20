import { moved } from '../../../domain/payments/payment.ts'
import { lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { ReturnAnswer } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { book } from '../../bookkeeping/book.ts'
import { reverseEvents } from '../../bookkeeping/reverse-event.ts'
import { openDaysOf } from '../booking-days.ts'
import { refuseClient } from '../held-unplaced.ts'
import { addUnplaced } from '../unplaced.ts'
import { holdReturn, type HeldReturn } from './held-return.ts'
import { returnedDraft, returnKey } from './return-drafts.ts'

/** What became of money that was on its way back; the payout by which it left follows. */
export async function answerReturn(
  unit: Unit,
  id: string,
  answer: ReturnAnswer & { day?: string | null | undefined },
): Promise<PaymentReturn> {
  const held = await holdReturn(unit, id)
  refuseClient(unit)
  const { returned } = held
  const isConfirmed = answer.status === 'CONFIRMED'
  const status = lifeOfReturn.move(returned.status, isConfirmed ? 'confirm' : 'reject')
  const { returnPayouts } = unit.runtime.registered
  const batchIds = await returnPayouts.answer(unit, returned, answer)
  unit.update(PaymentReturn, returned, { status })
  if (isConfirmed) await bookConfirmed(unit, held, answer.day)
  else await takeBack(unit, held)
  await returnPayouts.settle(unit, batchIds)
  return returned
}

async function bookConfirmed(
  unit: Unit,
  { returned }: HeldReturn,
  leftOn: string | null | undefined,
): Promise<void> {
  const { received } = await openDaysOf(unit, [])
  const bookDate = received(leftOn ?? (await unit.today()))
  await book(unit, [returnedDraft(returned, 'CONFIRMED', bookDate)])
}

/** Nobody took it: the money is unplaced again. */
async function takeBack(unit: Unit, { returned, payment, unplaced }: HeldReturn): Promise<void> {
  const { id, amount } = returned
  unit.update(PaymentTransaction, payment, moved(payment, 'returned', -amount))
  addUnplaced(unit, payment, unplaced, { amount, reasonCode: unplaced.reasonCode })
  await reverseEvents(unit, await unit.all(FinancialEvent, { sourceKey: returnKey(id) }))
}
