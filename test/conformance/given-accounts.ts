import { newId } from '../../src/kernel/write/ids.ts'
import { bookEntered } from '../../src/activities/clients/accounts/enter-transaction.ts'
import { isBankgiro } from '../../src/domain/clients/payment-accounts.ts'
import { topics } from '../../src/domain/topics.ts'
import { currencies } from '../../src/domain/currencies.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import { bookedClient, type BookedClient } from '../support/booked-client.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

/** What rows of accounts must be to be of use: each client may have one of a type and currency. */
export const usualOfAccounts: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  ClientAccount: (n) => ({
    currency: currencies[n % currencies.length],
    balance: 1_000_000_000n + BigInt(n),
    minPayout: null,
    minBalance: null,
  }),
  ClientAccountTransaction: () => ({
    currency: 'SEK',
    financialEventId: newId('FinancialEvent'),
    payoutId: null,
    reversesId: null,
    reversedById: null,
  }),
  ClientBankAccount: (n) => ({
    kind: 'BANKGIRO',
    number: bankgiroOf(910_000 + n),
    bic: null,
    clearing: null,
  }),
  ClientBankAccountProfile: (n) => ({ currency: currencies[n % currencies.length] }),
  InternalRequest: (n) => ({
    topic: topics[n % topics.length],
    asked: {},
    wouldDo: [],
    openedBy: null,
    renewsId: null,
  }),
  EmailRecipient: (n) => ({ email: `recipient-${n}@test.example` }),
}

let made = 0
const next = () => String(++made)

/** A client that the stage can see. */
async function clientOf({ rows }: Stage): Promise<string> {
  return String((await rows.add('debtor'))['clientId'])
}

/** An account that can be paid out. */
async function mainAccount(stage: Stage): Promise<Readonly<Record<string, string>>> {
  const clientId = await clientOf(stage)
  // An IBAN takes any currency.
  const seen = { status: 'VERIFIED', verifiedAt: new Date('2020-01-01') }
  const verified = { clientId, kind: 'IBAN', ...seen }
  const { id: payoutAccountId } = await stage.rows.add('client_bank_account', verified)
  const { id } = await stage.rows.add('client_account', { clientId, type: 'MAIN', payoutAccountId })
  return { id: String(id) }
}

/** A client with 1,000.00 on its main account, by a transaction. */
export async function funded({ tenant }: Stage): Promise<BookedClient & { transactionId: string }> {
  const client = await bookedClient(tenant)
  const { id: transactionId } = await tenant.work(async (unit) => {
    const facts = { amount: '1000', counterRole: 'BANK', text: 'Paid in' }
    return bookEntered(unit, { clientAccountId: client.mainId, ...facts })
  })
  return { ...client, transactionId }
}

/** A person at a client who has not accepted yet. */
async function invitedPerson(stage: Stage): Promise<GivenCall> {
  const invited = { kind: 'CLIENT', status: 'INVITED', passwordHash: null }
  const clientId = await clientOf(stage)
  const { id } = await stage.rows.add('user_account', { ...invited, clientId })
  return { params: { id: String(id) } }
}

/** Another one each time. */
const bankgiro = () => ({ kind: 'BANKGIRO', number: bankgiroOf(990_000 + Number(next())) })

export function bankgiroOf(digits: number): string {
  const all = Array.from({ length: 10 }, (_, last) => `${digits}${last}`)
  return all.find(isBankgiro) ?? ''
}

/** Operations of accounts and of clients' people that need more than their schemas tell. */
export const accountCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /client-accounts': async ({ rows }) => ({
    body: {
      clientId: String((await rows.add('client'))['id']),
      type: 'LOAN',
      currency: 'SEK',
      minPayout: next(),
      minBalance: '5',
    },
  }),
  'PUT /client-accounts/{id}': async () => ({
    body: { minPayout: next(), minBalance: '5', payoutAccountId: undefined },
  }),
  'POST /client-bank-account': async ({ rows }) => ({
    body: { clientId: String((await rows.add('client'))['id']), ...bankgiro(), bic: undefined },
  }),
  'PUT /client-bank-account/{id}': async (stage) => {
    const { id } = await stage.rows.add('client_bank_account', { status: 'VERIFIED' })
    return {
      params: { id: String(id) },
      body: { ...bankgiro(), bic: undefined, status: undefined },
    }
  },
  'POST /client-bank-account-profile': async ({ rows }) => {
    const account = await rows.add('client_bank_account', { status: 'VERIFIED' })
    const of = { clientId: account['clientId'], clientBankAccountId: account['id'] }
    const currency = currencies[Number(next()) % currencies.length]
    return { body: { ...of, purpose: 'PAYOUT', currency } }
  },
  'PUT /client-bank-account-profile/{id}': async ({ rows }) => {
    const { clientId, id } = await rows.add('client_bank_account', { status: 'VERIFIED' })
    const profile = await rows.add('client_bank_account_profile', { clientId })
    return { params: { id: String(profile['id']) }, body: { clientBankAccountId: id } }
  },
  'POST /client-transfer-text': async ({ rows }) => ({
    body: { clientId: String((await rows.add('client'))['id']), template: `Text ${next()}` },
  }),
  'PUT /client-transfer-text/{id}': async () => ({ body: { template: `Text ${next()}` } }),
  'PUT /internal-request/{id}/reject': async ({ rows }) => {
    const { id } = await rows.add('internal_request', { status: 'OPEN' })
    return { params: { id: String(id) } }
  },
  'PUT /client-accounts/{id}/payout': async (stage) => ({
    params: await mainAccount(stage),
    body: { amount: next(), payoutDate: undefined },
  }),
  'PUT /client-accounts/transfer': async (stage) => {
    const { mainId, reserveId } = await funded(stage)
    return { body: { fromId: mainId, toId: reserveId, amount: '10.00' } }
  },
  'PUT /client-accounts/transfer-from-transaction': async (stage) => {
    const { transactionId, reserveId } = await funded(stage)
    return { body: { transactionId, toId: reserveId, amount: '10.00' } }
  },
  'POST /client-account-transactions': async ({ tenant }) => {
    const { mainId } = await bookedClient(tenant)
    const facts = { amount: '10.00', counterRole: 'BANK', bookDate: undefined }
    return { body: { clientAccountId: mainId, ...facts } }
  },
  'POST /client-users': async ({ rows }) => ({
    body: {
      clientId: String((await rows.add('client'))['id']),
      email: `person-${next()}@test.example`,
      roleIds: [],
    },
  }),
  'GET /client-users/{id}': invitedPerson,
  'DELETE /client-users/{id}': invitedPerson,
  'DELETE /clients/{id}/email-recipients/{erId}': async (stage) => {
    const clientId = await clientOf(stage)
    const { id } = await stage.rows.add('email_recipient', { clientId })
    return { params: { id: clientId, erId: String(id) } }
  },
  'POST /clients/articles': async ({ rows }) => ({
    body: { clientId: String((await rows.add('client'))['id']), articleNumber: `A-${next()}` },
  }),
}

/** Operations that change the account that they name, and show another row that they made. */
export const payoutsMade: Readonly<Record<string, string>> = {
  'PUT /client-accounts/{id}/payout': 'shows the payout that it makes',
}
