import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import { allChecks, verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { invoiceClaim } from '../../src/domain/bookkeeping/ledger.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { Rows } from '../support/rows.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import {
  bookedClient,
  bookIn,
  draft,
  financedFacts,
  received,
  type BookedClient,
} from '../support/booked-client.ts'

let at: World
beforeAll(async () => {
  at = await world()
  await at.owner(`set session_replication_role = replica`)
})
afterAll(() => at.close())

interface Business {
  tenant: TestTenant
  client: BookedClient
  debtorId: string
  /** Booked and bought. */
  invoiceId: string
  /** Of the sale, and of a transaction by hand that was reversed. */
  saleId: string
  limitId: string
  debtorLimitId: string
  reversedId: string
}

/** One of everything that is verified, all of it right. */
async function business(): Promise<Business> {
  const tenant = await tenantIn(at)
  const client = await bookedClient(tenant)
  const rows = new Rows(at, tenant.id, {}, client.id)
  const debtor = await rows.add('debtor', { balance: 1_250_000n, currency: 'SEK' })
  const invoice = await rows.add('invoice', {
    debtorId: debtor['id'],
    type: 'INVOICE',
    mainStatus: 'ACTIVATED',
    ledgerStatus: 'NOT_DUE',
    financingStatus: 'FINANCED',
    bookedDate: '2026-11-20',
    baseCurrency: 'SEK',
    invoiceCurrency: 'SEK',
    rate: '1',
    vats: [{ rate: '25', base: '1000000', amount: '250000' }],
    netAmount: 1_000_000n,
    vatAmount: 250_000n,
    roundingAmount: 0n,
    grossAmount: 1_250_000n,
    balance: 1_250_000n,
    paidAmount: 0n,
    creditedAmount: 0n,
    feesAmount: 0n,
    interestAmount: 0n,
    writtenOffAmount: 0n,
  })
  await rows.add('article', {
    invoiceId: invoice['id'],
    currency: 'SEK',
    netAmount: 1_000_000n,
    vatAmount: 250_000n,
  })
  const exposed = { currency: 'SEK', utilised: 1_250_000n, reserved: 0n, whose: debtor['id'] }
  await rows.add('debtor_exposure', exposed)
  const bounded = { ...exposed, productCode: 'INVOICE_FACTORING_SELL' }
  const limit = await rows.add('credit_status', bounded)
  const ofDebtor = await rows.add('system_debtor_credit_status', { ...exposed, utilised: 0n })
  const debtorId = String(debtor['id'])
  const invoiceId = String(invoice['id'])
  const about = { claim: invoiceClaim(invoiceId), debtorId }
  const [sale, , byHand] = await bookIn(
    tenant,
    draft(client.id, about),
    draft(client.id, { ...about, type: 'FINANCED', amount: 0n, facts: financedFacts() }),
    draft(client.id, {
      type: 'MANUAL_TRANSACTION',
      amount: 0n,
      facts: { clientAccountId: client.mainId, amount: '700', counterRole: 'FEE_REV' },
    }),
  )
  await tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, byHand!.id)))
  await bookIn(
    tenant,
    draft(client.id, {
      type: 'PAYOUT_BOOKED',
      amount: 0n,
      facts: { variant: 'SENT', amount: '5000' },
    }),
    received('900'),
    received('1900'),
  )
  return {
    tenant,
    client,
    debtorId,
    invoiceId,
    saleId: sale!.id,
    limitId: String(limit['id']),
    debtorLimitId: String(ofDebtor['id']),
    reversedId: byHand!.id,
  }
}

const found = async ({ tenant }: Business) =>
  new Set((await verifyBooks(at.runtime.pool, tenant.id)).map(({ check }) => check))

/** Each kind of corruption, as only an owner of the database could bring it about. */
const corruptions: Readonly<Record<string, (of: Business) => [text: string, values: unknown[]]>> = {
  'voucher-balance': ({ tenant }) => [
    `update voucher_posting set amount = amount + 1 where tenant_id = $1 and role = 'REVENUE_25'`,
    [tenant.id],
  ],
  'posting-account': ({ tenant }) => [
    `update voucher_posting set account_number = '3009' where tenant_id = $1 and role = 'REVENUE_25'`,
    [tenant.id],
  ],
  'reversed-vouchers': ({ reversedId }) => [
    `update voucher set reversed_by_id = null, status = 'BOOKED' where financial_event_id = $1`,
    [reversedId],
  ],
  'event-vouchers': ({ saleId }) => [
    `update financial_event set book_date = book_date + 1 where id = $1`,
    [saleId],
  ],
  'voucher-whole': ({ saleId }) => [
    `delete from voucher_posting where voucher_id in
       (select id from voucher where financial_event_id = $1)`,
    [saleId],
  ],
  mirror: ({ tenant }) => [
    `update voucher_posting set role = 'AR' where tenant_id = $1 and role = 'CLEARING_RESERVE'`,
    [tenant.id],
  ],
  numbers: ({ saleId }) => [
    `update voucher set number = number + 100 where financial_event_id = $1`,
    [saleId],
  ],
  'locked-period': ({ client }) => [
    `insert into locked_period
       (tenant_id, owner_id, owner_type, client_id, locked_until, created_at, updated_at)
     select tenant_id, id, 'CLIENT', id, '2026-12-31', '2020-01-01', '2020-01-01'
     from client where id = $1`,
    [client.id],
  ],
  'account-balance': ({ tenant }) => [
    `update bookkeeping_account set balance = balance + 1 where tenant_id = $1 and role = 'VAT_IN'`,
    [tenant.id],
  ],
  'account-days': () => ['update account_day set recorded_on = recorded_on - 1', []],
  'client-account-balance': ({ client }) => [
    'update client_account set balance = balance - 1 where id = $1',
    [client.mainId],
  ],
  'client-account-postings': ({ client }) => [
    'update voucher_posting set client_account_id = null where client_account_id = $1',
    [client.reserveId],
  ],
  'reversed-transactions': ({ reversedId }) => [
    'update client_account_transaction set amount = amount + 1 where financial_event_id = $1',
    [reversedId],
  ],
  'invoice-amounts': ({ invoiceId }) => [
    'update invoice set paid_amount = 1 where id = $1',
    [invoiceId],
  ],
  'component-balance': ({ invoiceId }) => [
    `update financial_event set amount = -1 where claim_id = $1 and type = 'INVOICE_BOOKED'`,
    [invoiceId],
  ],
  'bought-claims': ({ invoiceId }) => [
    `update invoice set financing_status = 'RECOURSED' where id = $1`,
    [invoiceId],
  ],
  'booked-once': ({ invoiceId }) => [
    'update invoice set booked_date = null where id = $1',
    [invoiceId],
  ],
  'claims-there': ({ invoiceId }) => ['delete from invoice where id = $1', [invoiceId]],
  'claim-parties': ({ invoiceId }) => [
    `update invoice set base_currency = 'EUR' where id = $1`,
    [invoiceId],
  ],
  'invoice-totals': ({ invoiceId }) => [
    'update article set net_amount = net_amount + 1 where invoice_id = $1',
    [invoiceId],
  ],
  'client-account-transactions': ({ client }) => [
    `update client_account set currency = 'EUR' where id = $1`,
    [client.mainId],
  ],
  'client-account-chain': ({ client }) => [
    `update client_account_transaction set balance_after = balance_after + 1
     where client_account_id = $1`,
    [client.mainId],
  ],
  'closed-claims': ({ invoiceId }) => [
    `update invoice set main_status = 'CLOSED' where id = $1`,
    [invoiceId],
  ],
  'credit-links': ({ saleId }) => [
    `update financial_event set type = 'CREDIT_LINK' where id = $1`,
    [saleId],
  ],
  'reversed-events': ({ reversedId }) => [
    'update financial_event set reversed_by_id = null where id = $1',
    [reversedId],
  ],
  'control-postings': ({ tenant }) => [
    `update bookkeeping_account set role = null where tenant_id = $1 and role = 'AR'`,
    [tenant.id],
  ],
  receivables: ({ tenant }) => [
    `update voucher_posting set debtor_id = null
     where tenant_id = $1 and role = 'AR' and amount > 0`,
    [tenant.id],
  ],
  unallocated: ({ tenant }) => [
    `update voucher_posting set role = 'UNALLOCATED' where tenant_id = $1 and role = 'IN_TRANSIT'`,
    [tenant.id],
  ],
  'refinanced-claims': ({ tenant, invoiceId }) => [
    `insert into invoice_refinancing (tenant_id, id, invoice_id, client_id, amount, fee, currency,
       status, version, created_at, updated_at)
     select $1, 'IR1', id, client_id, 1, 0, 'SEK', 'ACTIVE', 1, now(), now()
     from invoice where id = $2`,
    [tenant.id, invoiceId],
  ],
  'unallocated-items': ({ tenant }) => [
    `update unallocated_item set open = open + case amount when 900 then 1 else -1 end
     where tenant_id = $1`,
    [tenant.id],
  ],
  'client-account-roles': ({ client }) => [
    `update client_account set type = 'BLOCKED' where id = $1`,
    [client.reserveId],
  ],
  'transaction-events': ({ saleId, client }) => [
    `update client_account_transaction set financial_event_id = $1 where client_account_id = $2`,
    [saleId, client.reserveId],
  ],
  'event-voucher-count': ({ saleId }) => [
    'update voucher set financial_event_id = null where financial_event_id = $1',
    [saleId],
  ],
  'posting-parties': ({ tenant }) => [
    `update voucher_posting set about_client_id = null where tenant_id = $1 and role = 'FIN_REV'`,
    [tenant.id],
  ],
  'fiscal-year': ({ saleId }) => [
    'update voucher set fiscal_year = 2025 where financial_event_id = $1',
    [saleId],
  ],
  'financing-status': ({ invoiceId }) => [
    `update financial_event set type = 'RECOURSE' where claim_id = $1 and type = 'FINANCED'`,
    [invoiceId],
  ],
  limits: ({ limitId }) => ['update credit_status set reserved = 1 where id = $1', [limitId]],
  'debtor-limits': ({ debtorLimitId }) => [
    'update system_debtor_credit_status set utilised = 1 where id = $1',
    [debtorLimitId],
  ],
  'debtor-exposures': ({ tenant }) => [
    'update debtor_exposure set reserved = 1 where tenant_id = $1',
    [tenant.id],
  ],
  'ledger-status': ({ invoiceId }) => [
    `update invoice set ledger_status = 'PAID' where id = $1`,
    [invoiceId],
  ],
  'derived-postings': ({ tenant }) => [
    `update voucher_posting set role = 'FEE_REV' where tenant_id = $1 and role = 'FIN_REV'`,
    [tenant.id],
  ],
  'debtor-balance': ({ debtorId }) => [
    'update debtor set balance = balance + 1 where id = $1',
    [debtorId],
  ],
}

describe('what must hold of live data', () => {
  it('holds of what the books made', async () => {
    expect(await verifyBooks(at.runtime.pool, (await business()).tenant.id)).toEqual([])
  })

  it('has a corruption to each check', () => {
    expect(Object.keys(corruptions).toSorted()).toEqual(
      allChecks.map(({ name }) => name).toSorted(),
    )
  })

  it.each(Object.keys(corruptions))('%s finds what breaks it', async (name) => {
    const of = await business()
    const [text, values] = corruptions[name]!(of)
    await at.owner(text, values)
    expect(await found(of)).toContain(name)
  })
})

/** What keeps every sum, and is wrong all the same. */
const hidden: readonly [string, (of: Business) => [text: string, values: unknown[]][]][] = [
  [
    'reversed-vouchers',
    ({ tenant }) => [
      [
        `update voucher_posting p set amount = p.amount * 2 from voucher v
         where v.id = p.voucher_id and v.tenant_id = $1 and v.reverses_id is not null`,
        [tenant.id],
      ],
      [
        `update voucher set total = total * 2 where tenant_id = $1 and reverses_id is not null`,
        [tenant.id],
      ],
    ],
  ],
  [
    'posting-account',
    ({ saleId }) => [
      [
        `update voucher_posting set currency = 'EUR' where voucher_id in
           (select id from voucher where financial_event_id = $1)`,
        [saleId],
      ],
    ],
  ],
  [
    'event-vouchers',
    ({ saleId }) => [
      [
        `update voucher_posting set amount = amount * 2 where voucher_id in
           (select id from voucher where financial_event_id = $1)`,
        [saleId],
      ],
      [`update voucher set total = total * 2 where financial_event_id = $1`, [saleId]],
    ],
  ],
  [
    'event-vouchers',
    ({ saleId }) => [
      [`update voucher set date = '2026-01-02' where financial_event_id = $1`, [saleId]],
      [
        `update voucher_posting set date = '2026-01-02' where voucher_id in
           (select id from voucher where financial_event_id = $1)`,
        [saleId],
      ],
    ],
  ],
]

it.each(hidden)('%s finds what leaves every voucher balanced', async (name, statements) => {
  const of = await business()
  for (const [text, values] of statements(of)) await at.owner(text, values)
  expect(await found(of)).toContain(name)
})

describe('npx receivables verify', () => {
  it('reports what it checked, and exits with 1 if something is broken', async () => {
    const of = await business()
    const right = await receivables('verify', '--tenant', of.tenant.id)
    expect(right.code).toBe(0)
    expect(right.out).toContain('holds   mirror: what the tenant owes a client')
    await at.owner(...corruptions['debtor-balance']!(of))
    const wrong = await receivables('verify', '--json')
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.out).findings).toContainEqual({
      tenantId: of.tenant.id,
      check: 'debtor-balance',
      subject: of.debtorId,
      found: 'keeps 1250001, events say 1250000',
    })
    expect((await receivables('verify', '--tenant', 'TN1')).code).toBe(1)
  })
})

function receivables(...words: string[]): Promise<{ code: number; out: string; said: string }> {
  const { masterKey, rolePrefix } = inject('postgres')
  const env = {
    ...process.env,
    DATABASE_URL: at.installed.ownerUrl,
    RECEIVABLES_MASTER_KEY: masterKey,
    RECEIVABLES_DATABASE_ROLES: rolePrefix,
    RECEIVABLES_DATA_DIR: 'test/no-such-folder',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/cli/main.ts', ...words], { env }, (error, out, said) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, said })
    })
  })
}
