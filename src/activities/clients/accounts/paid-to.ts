import { refuseUnverified } from '../../../domain/clients/bank-account.ts'
import { transferText } from '../../../domain/clients/transfer-text.ts'
import { decimal } from '../../../domain/money.ts'
import { refuse } from '../../../domain/refusal.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
  ClientTransferText,
} from '../../../entities/client-bank-account.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import { Client } from '../../../entities/client.ts'
import type { Payout } from '../../../entities/payout.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { payoutSettings } from '../settings.ts'

const purpose = 'PAYOUT'

/** The bank account that the client account names, or the client's profile of its currency. */
export async function paidTo(unit: Unit, account: ClientAccount): Promise<ClientBankAccount> {
  const { clientId, currency } = account
  const profile = { clientId, purpose, currency } as const
  const id =
    account.payoutAccountId ??
    (await unit.find(ClientBankAccountProfile, profile))?.clientBankAccountId
  if (id == null) refuse('PAYOUT_ACCOUNT_MISSING')
  const to = await unit.load(ClientBankAccount, id)
  const { newAccountCooldownDays } = await settingsOfTenant(unit, payoutSettings)
  refuseUnverified(to, newAccountCooldownDays, unit.now)
  return to
}

/** In the language of the client; where it has no text of its own, the reference says enough. */
export async function remittanceOf(unit: Unit, payout: Payout): Promise<string | null> {
  const { clientId, amount, currency, plannedDate, reference } = payout
  const { name: clientName, preferredLanguage: language } = await unit.load(Client, clientId)
  const text = await unit.find(ClientTransferText, { clientId, purpose, language } as never)
  if (text === null) return null
  const facts = { amount: decimal(amount, currency), clientName, currency, plannedDate, reference }
  return transferText(text.template, facts)
}
