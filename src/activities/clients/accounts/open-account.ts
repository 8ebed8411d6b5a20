import type { z } from 'zod'
import { ClientAccount } from '../../../entities/client-account.ts'
import { clientOfToken } from '../../access/client-of-token.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { provideCharts } from '../onboarding/provide-chart.ts'
import { accountOf } from '../bank-accounts/profiles.ts'
import { amountIn } from './amount-in.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'

/** The fields of an open account that can be changed. */
export const accountTermsInput = bodyOf(ClientAccount, [
  'payoutSchedule',
  'minPayout',
  'minBalance',
]).partial()
export type AccountTerms = z.output<typeof accountTermsInput>

export const openAccountInput = bodyOf(ClientAccount, ['type', 'currency']).extend({
  clientId: id('Client').optional(),
  ...accountTermsInput.shape,
})
export type NewAccount = z.output<typeof openAccountInput>

/**
 * Opens another account of a client, one for each type and currency, with its accounts in the
 * books.
 */
export async function openAccount(unit: Unit, wanted: NewAccount): Promise<ClientAccount> {
  const clientId = await clientOfToken(unit, wanted.clientId)
  const { type, currency } = wanted
  const account = unit.add(ClientAccount, { clientId, type, currency, balance: 0n })
  withTerms(account, wanted)
  const { currency: first } = await unit.tenant()
  if (currency !== first) await provideCharts(unit, clientId, [first, currency])
  return account
}

export const updateAccountInput = accountTermsInput.extend({
  payoutAccountId: id('ClientBankAccount').nullable().optional(),
})

/** Null leaves it to the profile of the currency to which bank account it is paid out. */
export async function updateAccount(
  unit: Unit,
  accountId: string,
  { payoutAccountId, ...terms }: z.output<typeof updateAccountInput>,
): Promise<ClientAccount> {
  const account = await unit.load(ClientAccount, accountId)
  if (payoutAccountId != null) {
    await accountOf(unit, account.clientId, payoutAccountId, '/payoutAccountId')
  }
  if (payoutAccountId !== undefined) account.payoutAccountId = payoutAccountId
  return withTerms(account, terms)
}

/** Changes the terms that were sent; client, type and currency stay. */
function withTerms(account: ClientAccount, sent: AccountTerms): ClientAccount {
  const { currency } = account
  const kept = (text: string | null, pointer: string) =>
    text === null ? null : amountIn(text, currency, pointer)
  const { payoutSchedule, minPayout, minBalance } = sent
  if (payoutSchedule !== undefined) account.payoutSchedule = payoutSchedule
  if (minPayout !== undefined) account.minPayout = kept(minPayout, '/minPayout')
  if (minBalance !== undefined) account.minBalance = kept(minBalance, '/minBalance')
  return account
}
