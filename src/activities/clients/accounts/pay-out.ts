import { z } from 'zod'
import { amountPaidOut, availableOn } from '../../../domain/clients/accounts.ts'
import { invalid } from '../../../domain/refusal.ts'
import { Payout } from '../../../entities/payout.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from './amount-in.ts'
import { boundOnOne } from './bound-on.ts'
import { refuseBlockedPayouts } from './payouts-blocked.ts'
import { lockedAccount } from './locked-account.ts'
import { paidTo, toldOf } from './paid-to.ts'
import { touchAccount } from './touch-account.ts'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { sentDay } from '../../../kernel/read/fields.ts'

export const payOutInput = z
  .strictObject({
    amount: z.union([positiveAmountSent, z.literal('ALL')]).default('ALL'),
    payoutDate: sentDay.meta({ example: '2999-01-31' }).optional(),
  })
  .prefault({})
export type PayoutWanted = z.output<typeof payOutInput>

/** Makes a payout. The account is locked, so that the same money is not paid out twice. */
export async function payOut(unit: Unit, id: string, wanted: PayoutWanted): Promise<Payout> {
  const account = await lockedAccount(unit, id)
  const { clientId, currency } = account
  // A finding of the monitoring waits for this lock, and then holds this payout too.
  await lockKey(unit, 'payouts', clientId)
  await refuseBlockedPayouts(unit, clientId)
  const asked = wanted.amount === 'ALL' ? 'ALL' : amountToMove(wanted.amount, currency, '/amount')
  const plannedDate = await plannedOn(unit, wanted.payoutDate)
  const available = availableOn(account, await boundOnOne(unit, account))
  const amount = amountPaidOut(account, available, asked)
  const to = await paidTo(unit, account)
  const payout = unit.add(Payout, {
    clientId,
    clientAccountId: id,
    debtorId: null,
    claimId: null,
    amount,
    currency,
    plannedDate,
    payoutAccountId: to.id,
    payoutKind: to.kind,
    payoutNumber: to.number,
    payoutBic: to.bic ?? null,
    payoutHolder: to.holderName,
    reference: '',
    status: 'CREATED',
    createdBy: unit.principal.id,
  })
  payout.reference = payout.id
  const facts = { id: payout.id, clientId, amount, currency, plannedDate }
  Object.assign(payout, await toldOf(unit, facts))
  await touchAccount(unit, id)
  return payout
}

async function plannedOn(unit: Unit, day: string | undefined): Promise<string> {
  const today = await unit.today()
  if (day !== undefined && day < today) {
    invalid('/payoutDate', 'IN_THE_PAST', 'Nothing is paid out in the past')
  }
  return day ?? today
}
