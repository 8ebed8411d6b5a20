import { z } from 'zod'
import { refuseBeyondLeft } from '../../../domain/payments/placing.ts'
import { accountToReturnTo } from '../../../domain/payments/payment-return.ts'
import { lifeOfUnplaced } from '../../../domain/payments/unplaced.ts'
import { PaymentReturn } from '../../../entities/payment-return.ts'
import { UnplacedPayment } from '../../../entities/unplaced-payment.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from '../../clients/accounts/amount-in.ts'
import { denyLinks } from '../deny-links.ts'
import {
  holdUnplaced,
  holdUnplacedOfClient,
  refuseClient,
  type HeldUnplaced,
} from '../held-unplaced.ts'

export const accountWanted = {
  /** By default the account that it was paid from. */
  toAccount: bodyOf(PaymentReturn, ['toAccount']).shape.toAccount.optional(),
  /** It may go to another account than that. */
  override: z.literal(true).optional(),
}

export const askBackInput = bodyOf(PaymentReturn, ['reason'])
  .partial()
  .extend({
    ...accountWanted,
    /** By default all that is unplaced. */
    amount: positiveAmountSent.optional(),
  })
  .prefault({})
export type AskBack = z.output<typeof askBackInput>

/** Unplaced money is to go back to its payer; until it has, nobody puts it on a claim. */
export async function askBack(unit: Unit, id: string, wanted: AskBack): Promise<PaymentReturn> {
  return askBackOf(unit, await holdUnplaced(unit, id), wanted)
}

/** The same, of money that is known to be a client's. */
export async function askBackByClient(
  unit: Unit,
  id: string,
  wanted: AskBack,
): Promise<PaymentReturn> {
  return askBackOf(unit, await holdUnplacedOfClient(unit, id), wanted)
}

async function askBackOf(
  unit: Unit,
  { payment, unplaced, proposals }: HeldUnplaced,
  { amount: text, reason = null, toAccount, override }: AskBack,
): Promise<PaymentReturn> {
  const status = lifeOfUnplaced.move(unplaced.status, 'askBack')
  const { amountOpen, currency, clientId = null } = unplaced
  const amount = text === undefined ? amountOpen : amountToMove(text, currency, '/amount')
  refuseBeyondLeft(amount, amountOpen, currency)
  // Else they could try out from where it came.
  if (toAccount !== undefined && unit.scope.hidesSenders === true) refuseClient(unit)
  const to = accountToReturnTo(payment.payerAccount, { toAccount, override })
  // Where else its money goes, only the tenant's people say.
  if (to.isOverride) refuseClient(unit)
  denyLinks(unit, proposals, 'The money goes back to its payer')
  unit.update(UnplacedPayment, unplaced, { status })
  return unit.insert(PaymentReturn, {
    ...to,
    transactionId: payment.id,
    unplacedPaymentId: unplaced.id,
    clientId,
    status: 'CREATED',
    amount,
    currency,
    reason,
    bookDate: null,
    createdBy: unit.principal.id,
    authorizedBy: null,
  })
}
