import { currencies } from '../../src/domain/currencies.ts'
import { platformId } from '../../src/domain/id-forms.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import { noTasks } from './given-life.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

export const usualOfPayouts: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  Payout: (n) => ({ currency: currencies[n % currencies.length], rejectionCode: null }),
  PayoutBatch: () => ({ currency: 'SEK', status: 'CREATED', count: 0, total: 0n, hash: null }),
  PayoutSettlement: () => ({ currency: 'SEK' }),
  SettlementAccount: () => ({ currency: 'SEK' }),
  SettlementAccountTransaction: () => ({ currency: 'SEK' }),
  DebtorPayoutAccount: () => ({ kind: 'BANKGIRO', number: '50501055' }),
  PayoutFile: () => ({ currency: 'SEK', timesExported: 1 }),
}

const idOf = (row: Values) => String(row['id'])

/** A client that is paid, with an account and a bank account that two people have seen. */
async function paidClient(stage: Stage) {
  const { rows } = stage
  const clientId = await stage.client({ status: 'ACTIVE' })
  const account = await rows.add('client_account', { clientId, type: 'MAIN', currency: 'SEK' })
  const bank = await rows.add('client_bank_account', { clientId, status: 'VERIFIED' })
  return { clientId, clientAccountId: idOf(account), clientBankAccountId: idOf(bank) }
}

const money = { amount: 1000n, currency: 'SEK', claimId: null, debtorId: null }

async function payout(stage: Stage, more: Values): Promise<string> {
  const { clientId, clientAccountId } = await paidClient(stage)
  const of = { clientId, clientAccountId, payoutAccountId: null }
  return idOf(await stage.rows.add('payout', { ...of, ...money, ...more }))
}

/** A batch of one payout, which somebody else put together. */
async function batch(stage: Stage, more: Values, status: string): Promise<GivenCall> {
  const { id: createdBy } = await stage.rows.add('user_account')
  const sums = { count: 1, total: 1000n, createdBy, ...more }
  const id = idOf(await stage.rows.add('payout_batch', sums))
  await payout(stage, { batchId: id, status })
  return { params: { id } }
}

const made = (status: string, of: string) => (stage: Stage) => batch(stage, { status }, of)

/** An account of a client that nothing is said of yet. */
async function account(stage: Stage): Promise<GivenCall> {
  const { clientAccountId, clientBankAccountId } = await paidClient(stage)
  return { body: { clientAccountId, clientBankAccountId } }
}

async function payoutAccount(stage: Stage): Promise<GivenCall> {
  const { clientId, clientAccountId, clientBankAccountId } = await paidClient(stage)
  const of = { clientId, clientAccountId, clientBankAccountId }
  const { id } = await stage.rows.add('payout_account', { ...of, status: 'UNVERIFIED' })
  const body = { clientBankAccountId: undefined, status: 'VERIFIED' }
  return { params: { id: String(id) }, body: stage.clientId === null ? body : disabling }
}
const disabling = { clientBankAccountId: undefined, status: 'DISABLED' }

/** A debtor that is nobody's account yet, and one that is paid back to a giro. */
const bankgiro = { kind: 'BANKGIRO', number: '5050-1055', bic: null, holderName: 'Sundin Bygg AB' }

async function debtorOf(stage: Stage) {
  const clientId = await stage.client({ status: 'ACTIVE' })
  const debtor = await stage.rows.add('debtor', { clientId })
  return { clientId, debtorId: idOf(debtor) }
}

async function newDebtorAccount(stage: Stage): Promise<GivenCall> {
  const { debtorId } = await debtorOf(stage)
  return { body: { debtorId, ...bankgiro } }
}

async function debtorAccount(stage: Stage): Promise<GivenCall> {
  const of = await debtorOf(stage)
  const { id } = await stage.rows.add('debtor_payout_account', { ...of, status: 'UNVERIFIED' })
  const change = { kind: undefined, number: undefined, bic: undefined, holderName: undefined }
  const status = stage.clientId === null ? 'VERIFIED' : 'DISABLED'
  return { params: { id: String(id) }, body: { ...change, status } }
}

/** What is settled on an account that there is, which says with whom. */
async function settlement(stage: Stage): Promise<GivenCall> {
  const of = { clientId: null, currency: 'SEK', counterpartyType: 'FINANCIER', balance: 0n }
  const { id } = await stage.rows.add('settlement_account', of)
  const left = { counterpartyType: undefined, counterpartyCode: undefined, currency: undefined }
  const body = { settlementAccountId: String(id), ...left, amount: '-250.00', bookDate: undefined }
  return { body }
}

export const payoutCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'GET /blocked-payouts/{id}': async (stage) => ({
    params: { id: await payout(stage, { status: 'BLOCKED', batchId: null }) },
  }),
  'DELETE /payouts/{id}': async (stage) => ({
    params: { id: await payout(stage, { status: 'CREATED', batchId: null }) },
  }),
  'POST /client-debtor-payout-accounts': newDebtorAccount,
  'PUT /client-debtor-payout-accounts/{id}': debtorAccount,
  'PUT /debtor-payout-accounts/{id}': debtorAccount,
  'POST /settlement-account-transactions': settlement,
  'POST /payout-accounts': account,
  'PUT /payout-accounts/{id}': payoutAccount,
  'PUT /payout-batches/generate': async (stage) => {
    await noTasks(stage)
    return { body: { date: undefined, clientIds: undefined, systemBankAccountId: undefined } }
  },
  'PUT /payout-batches/{id}/authorize': made('CREATED', 'IN_BATCH'),
  'PUT /payout-batches/{id}/export': async (stage) => ({
    ...(await batch(stage, { status: 'AUTHORIZED' }, 'AUTHORIZED')),
    body: { again: false },
  }),
  'PUT /payout-batches/{id}/bookkeep': made('EXPORTED', 'EXPORTED'),
  'DELETE /payout-batches/{id}': made('CREATED', 'IN_BATCH'),
}

/** Of what the platform put together two people are asked. */
export const batchOfPlatform = (stage: Stage) =>
  batch(stage, { status: 'CREATED', createdBy: platformId }, 'IN_BATCH')
