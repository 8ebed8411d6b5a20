import { z } from 'zod'
import { lifeOfBankAccount } from '../../../domain/clients/bank-account.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientBankAccount } from '../../../entities/client-bank-account.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endRequestsAbout } from '../../automation/end-requests-about.ts'
import {
  changedFacts,
  isByClient,
  secondForAccount,
  unverified,
  verifiedBy,
} from './bank-account-sent.ts'
import { endProfiles } from './end-bank-account.ts'

export const updateBankAccountInput = bodyOf(ClientBankAccount, [
  'kind',
  'number',
  'bic',
  'holderName',
])
  .partial()
  .extend({ status: z.enum(['VERIFIED', 'REVOKED']).optional() })
type Change = z.output<typeof updateBankAccountInput>

/**
 * Verifies an account, or changes it, which begins anew; both take two people of the tenant. One
 * is enough to revoke it, which ends the profiles that name it.
 */
export async function updateBankAccount(
  unit: Unit,
  accountId: string,
  { status, ...sent }: Change,
): Promise<ClientBankAccount | Pending> {
  const account = await unit.load(ClientBankAccount, accountId)
  const { clientId } = account
  const { facts, isChanged } = changedFacts(account, sent)
  if (status === 'REVOKED') {
    await endRequestsAbout(unit, [accountId], 'The account was revoked')
    account.status = lifeOfBankAccount.move(account.status, 'revoke')
    await endProfiles(unit, account)
  } else if (isChanged || (status === 'VERIFIED' && account.status !== 'VERIFIED')) {
    lifeOfBankAccount.move(account.status, 'verify')
    if (status === 'VERIFIED' && isByClient(unit)) refuse('ACCESS_DENIED')
    const subject = { type: 'ClientBankAccount', id: accountId, clientId }
    const pending = secondForAccount(unit, 'CLIENT_BANK_ACCOUNT', subject, facts)
    if (pending !== undefined) return pending
    Object.assign(account, facts, isByClient(unit) ? unverified : verifiedBy(unit))
  }
  await unit.runtime.registered.payoutsFollow(unit, clientId)
  return account
}
