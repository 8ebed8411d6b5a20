import { z } from 'zod'
import { accountToReturnTo, lifeOfReturn } from '../../../domain/payments/payment-return.ts'
import { invalid } from '../../../domain/refusal.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endRequestsAbout } from '../../automation/end-requests-about.ts'
import { refuseClient } from '../held-unplaced.ts'
import { answerReturn } from './answer-return.ts'
import { accountWanted } from './ask-back.ts'
import { holdReturn } from './held-return.ts'

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
): Promise<PaymentReturn> {
  if (status !== undefined) {
    const [field] = Object.keys(sent)
    if (field !== undefined) invalid(`/${field}`, 'TOO_LATE', 'It is on its way as it is')
    return answerReturn(unit, id, { status })
  }
  if (sent.toAccount !== undefined) {
    await endRequestsAbout(unit, [id], 'The return goes to another account')
  }
  const { returned, payment } = await holdReturn(unit, id)
  refuseClient(unit)
  lifeOfReturn.move(returned.status, 'change')
  const { reason, ...wanted } = sent
  const isMoved = wanted.toAccount !== undefined
  unit.update(PaymentReturn, returned, {
    ...(reason !== undefined && { reason }),
    ...(isMoved && accountToReturnTo(payment.payerAccount, wanted)),
  })
  return returned
}
