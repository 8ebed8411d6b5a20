import { newId } from '../../src/kernel/write/ids.ts'
import { relations, topics } from '../../src/domain/bookkeeping/voucher-life.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

export const ledgerParameters: Readonly<Record<string, Named>> = {
  '/voucher-request/{id}': 'VoucherRequest',
  '/vouchers/summary/{relation}': relations,
  '/vouchers/summary/{relation}/{topic}': topics,
  '/vouchers/summary/{relation}/{topic}/{id}': 'Invoice',
}

const inside = {
  status: 'BOOKED',
  reversesId: null,
  reversedById: null,
  fileId: null,
  externalSystem: null,
  externalId: null,
  externalError: null,
} as const

export const usualOfLedger: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  BookkeepingAccount: () => ({ currency: 'SEK', active: true }),
  Voucher: () => ({ currency: 'SEK', ...inside }),
  VoucherPosting: () => ({
    currency: 'SEK',
    aboutClientId: null,
    debtorId: null,
    invoiceId: newId('Invoice'),
    clientAccountId: null,
  }),
}

/** A client that the stage can see. */
async function clientOf({ rows }: Stage): Promise<string> {
  return String((await rows.add('debtor'))['clientId'])
}

let made = 0

/** Two accounts of a client's book, and a voucher on them. */
async function voucherBody(stage: Stage, clientId: string): Promise<Record<string, unknown>> {
  const numbers = [`9${1000 + ++made}`, `8${1000 + made}`]
  for (const number of numbers) {
    const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId }
    await stage.rows.add('bookkeeping_account', { ...owner, number, role: null })
  }
  const [debited, credited] = numbers
  return {
    clientId,
    date: '2026-11-20',
    text: 'Rent',
    reason: 'By hand',
    currency: 'SEK',
    postings: [
      { accountNumber: debited, debit: '100.00' },
      { accountNumber: credited, credit: '100.00' },
    ],
  }
}

/** A whole voucher in the book of a client. */
async function whole(stage: Stage): Promise<GivenCall> {
  const clientId = await clientOf(stage)
  const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId }
  const book = { date: '2026-11-20', fiscalYear: 2026, currency: 'SEK', ...owner }
  const { id: voucherId } = await stage.rows.add('voucher', { ...book, total: 100n })
  for (const amount of [100n, -100n]) {
    const number = `9${1000 + ++made}`
    const account = { ...owner, number, role: null }
    const { id: accountId } = await stage.rows.add('bookkeeping_account', account)
    const { ownerType: _, ...on } = { ...book, voucherId, accountId, accountNumber: number }
    await stage.rows.add('voucher_posting', { ...on, amount, role: null })
  }
  return { params: { id: String(voucherId) } }
}

/** A voucher that stands so. */
const standing =
  (values: Values) =>
  async ({ rows }: Stage): Promise<GivenCall> => {
    const { id } = await rows.add('voucher', values)
    return { params: { id: String(id) } }
  }

const taken = standing({ status: 'EXPORTED', externalSystem: 'ERP' })

export const ledgerCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /vouchers': async (stage) => ({ body: await voucherBody(stage, await clientOf(stage)) }),
  'PUT /vouchers/settings/locked-period': async (stage) => {
    const clientId = await stage.client()
    const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId }
    await stage.rows.add('locked_period', { ...owner, lockedUntil: null })
    return { body: { clientId } }
  },
  'PUT /vouchers/{id}/reverse': async (stage) => ({
    ...(await whole(stage)),
    body: { reason: 'Twice', date: undefined },
  }),
  'PUT /vouchers/{id}/export': whole,
  'PUT /vouchers/{id}/external/bookkeep': taken,
  'PUT /vouchers/{id}/external/fail': taken,
  'PUT /vouchers/{id}/external/resend': standing({ status: 'EXTERNAL_FAILED' }),
  'GET /vouchers/summary/{relation}/{topic}/{id}': async () => ({ params: { topic: 'invoice' } }),
  'POST /voucher-request/{id}/retry': lackingAnAccount,
}

/** A voucher that could not be made until now. */
async function lackingAnAccount(stage: Stage): Promise<GivenCall> {
  const { rows, at } = stage
  const clientId = await clientOf(stage)
  const owner = { ownerType: 'CLIENT', ownerId: clientId, clientId }
  const number = `7${++made}`
  await rows.add('bookkeeping_account', { ...owner, number, role: null })
  const claims = await at.owner(
    `select id from bookkeeping_account where owner_id = $1 and role = 'AR'`,
    [clientId],
  )
  if (claims.length === 0) await rows.add('bookkeeping_account', { ...owner, role: 'AR' })
  const { id: financialEventId } = await rows.add('financial_event', {
    type: 'INVOICE_BOOKED',
    clientId,
    amount: 100n,
    currency: 'SEK',
    claimId: null,
    facts: { net: [{ rate: '0', amount: '100', accountNumber: number }], vat: [] },
    claimType: null,
    debtorId: null,
    reversesId: null,
    reversedById: null,
  })
  const { id } = await rows.add('voucher_request', {
    ...owner,
    financialEventId,
    rule: 'P1',
    status: 'FAILED',
    voucherId: null,
  })
  return { params: { id: String(id) } }
}
