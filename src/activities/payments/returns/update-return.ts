import { z } from 'zod'
import { moved } from '../../../domain/payments/payment.ts'
import { accountToReturnTo, lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { invalid } from '../../../domain/refusal.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endRequestsAbout } from '../../automation/end-requests-about.ts'
import { book } from '../../bookkeeping/book.ts'
import { reverseEvents } from '../../bookkeeping/reverse-event.ts'
import { openDaysOf } from '../booking-days.ts'
import { refuseClient } from '../held-unplaced.ts'
import { addUnplaced } from '../unplaced.ts'
import { accountWanted } from './ask-back.ts'
import { holdReturn, type HeldReturn } from './held-return.ts'
import { returnedDraft, returnKey } from './return-drafts.ts'

export const updateReturnInput = bodyOf(PaymentReturn, ['reason'])
  .partial()
  .extend({
    ...accountWanted,
    /** What the bank has done with it. */
    status: z.enum(['CONFIRMED', 'REJECTED']).optional(),
  })
  .meta({ example: { reason: 'Paid twice' } })
type Change = z.output<typeof updateReturnInput>

/** Another account or reason, before it is authorized; or, once it is on its way, the bank's word. */
export async function updateReturn(
  unit: Unit,
  id: string,
  { status, ...sent }: Change,
  leftOn?: string | null,
): Promise<PaymentReturn> {
  if (sent.toAccount !== undefined) {
    await endRequestsAbout(unit, id, 'The return goes to another account')
  }
  const held = await holdReturn(unit, id)
  refuseClient(unit)
  const { returned, payment } = held
  if (status !== undefined) {
    const [field] = Object.keys(sent)
    if (field !== undefined) invalid(`/${field}`, 'TOO_LATE', 'It is on its way as it is')
    await (status === 'CONFIRMED' ? confirm(unit, held, leftOn) : reject(unit, held))
    return returned
  }
  lifeOfReturn.move(returned.status, 'change')
  const { reason, ...wanted } = sent
  const isMoved = wanted.toAccount !== undefined
  unit.update(PaymentReturn, returned, {
    ...(reason !== undefined && { reason }),
    ...(isMoved && accountToReturnTo(payment.payerAccount, wanted)),
  })
  return returned
}

async function confirm(
  unit: Unit,
  { returned }: HeldReturn,
  leftOn: string | null | undefined,
): Promise<void> {
  const status = lifeOfReturn.move(returned.status, 'confirm')
  unit.update(PaymentReturn, returned, { status })
  const { received } = await openDaysOf(unit, [])
  const bookDate = received(leftOn ?? (await unit.today()))
  await book(unit, [returnedDraft(returned, 'CONFIRMED', bookDate)])
}

/** Nobody took it: the money is unplaced again. */
async function reject(unit: Unit, { returned, payment, unplaced }: HeldReturn): Promise<void> {
  const status = lifeOfReturn.move(returned.status, 'reject')
  const { id, amount } = returned
  unit.update(PaymentReturn, returned, { status })
  unit.update(PaymentTransaction, payment, moved(payment, 'returned', -amount))
  addUnplaced(unit, payment, unplaced, { amount, reasonCode: unplaced.reasonCode })
  await reverseEvents(unit, await unit.all(FinancialEvent, { sourceKey: returnKey(id) }))
}
