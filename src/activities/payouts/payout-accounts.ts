import { z } from 'zod'
import { takesCurrency } from '../../domain/clients/bank-account.ts'
import { lifeOfPayoutAccount } from '../../domain/payouts/payout-account.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientAccount } from '../../entities/client-account.ts'
import type { ClientBankAccount } from '../../entities/client-bank-account.ts'
import { PayoutAccount } from '../../entities/payout-account.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endRequestsAbout } from '../automation/end-requests-about.ts'
import {
  isByClient,
  secondForAccount,
  unverified,
  verifiedBy,
} from '../clients/bank-accounts/bank-account-sent.ts'
import { accountOf } from '../clients/bank-accounts/profiles.ts'
import { blockPayouts } from './block-payouts.ts'

export const createPayoutAccountInput = bodyOf(PayoutAccount, [
  'clientAccountId',
  'clientBankAccountId',
])

/** Two people of the tenant say where an account is paid to; what its client says waits for them. */
export async function createPayoutAccount(
  unit: Unit,
  { clientAccountId, clientBankAccountId }: z.output<typeof createPayoutAccountInput>,
): Promise<PayoutAccount | Pending> {
  const account = await unit.load(ClientAccount, clientAccountId, '/clientAccountId')
  const to = await fitting(unit, account, clientBankAccountId)
  const { clientId } = account
  const subject = { type: 'ClientAccount', id: clientAccountId, clientId }
  const pending = secondForPayoutAccount(unit, subject, to)
  if (pending !== undefined) return pending
  await lockKey(unit, 'payouts', clientId)
  return unit.add(PayoutAccount, {
    clientId,
    clientAccountId,
    clientBankAccountId,
    ...(isByClient(unit) ? unverified : verifiedBy(unit)),
    createdBy: unit.principal.id,
  })
}

export const updatePayoutAccountInput = bodyOf(PayoutAccount, ['clientBankAccountId'])
  .partial()
  .extend({ status: z.enum(['VERIFIED', 'DISABLED']).optional() })

/** Verified or changed by two; one is enough to disable it, and what was to go there is held. */
export async function updatePayoutAccount(
  unit: Unit,
  id: string,
  sent: z.output<typeof updatePayoutAccountInput>,
): Promise<PayoutAccount | Pending> {
  const seen = await unit.load(PayoutAccount, id)
  const { clientId, clientAccountId } = seen
  const bankAccountId = sent.clientBankAccountId ?? seen.clientBankAccountId
  const isChanged = bankAccountId !== seen.clientBankAccountId
  const isVerifying = sent.status === 'VERIFIED' && seen.status !== 'VERIFIED'
  if (sent.status === 'DISABLED') {
    await endRequestsAbout(unit, [id], 'The payout account was disabled')
  } else if (isChanged || isVerifying) {
    lifeOfPayoutAccount.move(seen.status, 'verify')
    if (sent.status === 'VERIFIED' && isByClient(unit)) refuse('ACCESS_DENIED')
    const account = await unit.load(ClientAccount, clientAccountId)
    const to = await fitting(unit, account, bankAccountId)
    const pending = secondForPayoutAccount(unit, { type: 'PayoutAccount', id, clientId }, to)
    if (pending !== undefined) return pending
  }
  await lockKey(unit, 'payouts', clientId)
  if (sent.status === 'DISABLED') {
    seen.status = lifeOfPayoutAccount.move(seen.status, 'disable')
  } else if (isChanged || isVerifying) {
    const seenBy = isByClient(unit) ? unverified : verifiedBy(unit)
    Object.assign(seen, { clientBankAccountId: bankAccountId, ...seenBy })
  }
  await blockPayouts(unit, clientId)
  return seen
}

async function fitting(
  unit: Unit,
  { clientId, currency }: ClientAccount,
  bankAccountId: string,
): Promise<ClientBankAccount> {
  const to = await accountOf(unit, clientId, bankAccountId, '/clientBankAccountId')
  if (!takesCurrency(to.kind, currency)) {
    const message = `A ${to.kind} takes no ${currency}`
    const errors = [{ pointer: '/clientBankAccountId', code: 'PAYOUT_ACCOUNT_UNFIT', message }]
    refuse('PAYOUT_ACCOUNT_UNFIT', { detail: `${message}.`, errors })
  }
  return to
}

function secondForPayoutAccount(
  unit: Unit,
  subject: { type: string; id: string; clientId: string },
  { id: clientBankAccountId, bic = null, ...to }: ClientBankAccount,
): Pending | undefined {
  const agreed = { ...to, bic, clientBankAccountId }
  return secondForAccount(unit, 'PAYOUT_ACCOUNT_CHANGE', subject, agreed)
}
