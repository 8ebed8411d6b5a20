import { refuse } from '../../../domain/refusal.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
} from '../../../entities/client-bank-account.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { endRequestsAbout } from '../../automation/end-requests-about.ts'

/** To a revoked account nobody is to be paid: what said so is over, and not said meanwhile. */
export async function endProfiles(
  unit: Unit,
  { id: clientBankAccountId, clientId }: ClientBankAccount,
): Promise<void> {
  await lockKey(unit, 'payouts', clientId)
  const profiles = await unit.all(ClientBankAccountProfile, { clientBankAccountId })
  for (const profile of profiles) unit.remove(profile)
}

/** Removed where nothing names it; what does is said, with what can be done about it. */
export async function deleteBankAccount(unit: Unit, accountId: string): Promise<void> {
  const account = await unit.load(ClientBankAccount, accountId)
  await endRequestsAbout(unit, [accountId], 'The account was deleted')
  if (account.status === 'REVOKED') await endProfiles(unit, account)
  const detail = remedyOf(await usesOf(unit, account))
  if (detail !== undefined) refuse('IN_USE', { detail })
  unit.remove(account)
}

interface Uses {
  paid: boolean
  named: boolean
  chosen: boolean
}

async function usesOf(unit: Unit, { id, status }: ClientBankAccount): Promise<Uses> {
  const [uses] = await unit.transaction.query<Uses & Record<string, unknown>>(
    `select exists (select from payout where tenant_id = $1 and payout_account_id = $2) as paid,
       exists (select from client_account
         where tenant_id = $1 and payout_account_id = $2) as named,
       exists (select from client_bank_account_profile
         where tenant_id = $1 and client_bank_account_id = $2) as chosen`,
    [unit.tenantId, id],
  )
  const { paid = false, named = false, chosen = false } = uses ?? {}
  return { paid, named, chosen: chosen && status !== 'REVOKED' }
}

function remedyOf({ paid, named, chosen }: Uses): string | undefined {
  if (paid) {
    return 'Payouts went to it. Set its `status` to REVOKED: nothing more is paid to it.'
  }
  if (named) return 'A client account names it: give that another `payoutAccountId`, or null.'
  if (!chosen) return undefined
  return 'A profile names it: give that another account, or set its `status` to REVOKED.'
}
