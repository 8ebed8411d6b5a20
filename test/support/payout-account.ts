import {
  ClientBankAccount,
  ClientBankAccountProfile,
} from '../../src/entities/client-bank-account.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'

const longAgo = new Date('2020-01-01')

/** An account that two people have seen long ago, to which a client is paid in a currency. */
export async function addPayoutAccount(
  unit: Unit,
  clientId: string,
  currency = 'SEK',
): Promise<ClientBankAccount> {
  const account = unit.add(ClientBankAccount, {
    clientId,
    kind: 'BANKGIRO',
    number: '9912346',
    holderName: 'Client AB',
    status: 'VERIFIED',
    verifiedBy: unit.principal.id,
    verifiedAt: longAgo,
  })
  await unit.flush()
  const clientBankAccountId = account.id
  unit.add(ClientBankAccountProfile, {
    clientId,
    purpose: 'PAYOUT',
    currency,
    clientBankAccountId,
  })
  return account
}
