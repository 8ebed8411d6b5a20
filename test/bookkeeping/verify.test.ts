import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allChecks, verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { world, type World } from '../support/world.ts'
import { corruptionsOfLoans } from './corrupted-loans.ts'
import { corruptionsOfDeliveries } from './corrupted-deliveries.ts'
import { corruptionsOfPayouts } from './corrupted-payouts.ts'
import { corruptionsOfPayments, type Corruptions } from './corrupted-payments.ts'
import { verifiedBusiness, type Business } from './verified-business.ts'
import { commandLine, leadingTo, ran } from '../support/command.ts'
import { exampleId } from '../../src/entities/ids.ts'

let at: World
beforeAll(async () => {
  at = await world()
  await at.owner(`set session_replication_role = replica`)
})
afterAll(() => at.close())

const business = () => verifiedBusiness(at)

const found = async ({ tenant }: Business) =>
  new Set((await verifyBooks(at.runtime.pool, tenant.id)).map(({ check }) => check))

/** Each kind of corruption, as only an owner of the database could bring it about. */
const corruptions: Corruptions = {
  'bill-charges': ({ billId }) => [
    'update charge set amount = amount + 1 where bill_id = $1',
    [billId],
  ],
  'bill-vouchers': ({ billId }) => [`update bill set status = 'CREATED' where id = $1`, [billId]],
  'voucher-balance': ({ tenant }) => [
    `update voucher_posting set amount = amount + 1 where tenant_id = $1 and role = 'REVENUE_25'`,
    [tenant.id],
  ],
  parts: ({ tenant }) => [
    `update article set client_id = '${exampleId('Client')}' where tenant_id = $1`,
    [tenant.id],
  ],
  standing: ({ invoiceId }) => [
    `update invoice set main_status = 'PAUSED' where id = $1`,
    [invoiceId],
  ],
  'posting-account': ({ tenant }) => [
    `update voucher_posting set account_number = '3009'
     where tenant_id = $1 and role = 'REVENUE_25'`,
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
     select $1, '${exampleId('InvoiceRefinancing')}',
       id, client_id, 1, 0, 'SEK', 'ACTIVE', 1, now(), now()
     from invoice where id = $2`,
    [tenant.id, invoiceId],
  ],
  'unallocated-items': ({ tenant }) => [
    `update unallocated_item set open = open + case amount when 900 then 1 else -1 end
     where tenant_id = $1`,
    [tenant.id],
  ],
  ...corruptionsOfPayments,
  ...corruptionsOfLoans,
  ...corruptionsOfPayouts,
  ...corruptionsOfDeliveries,
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
  'open-decisions': ({ invoiceId }) => [
    `with paid as (update invoice set balance = 0 where id = $1 returning *)
     insert into factoring_decision (tenant_id, id, invoice_id, client_id, debtor_id, status,
       amount, currency, reserved, reason_codes, comment, criteria, history, requested_by,
       requested_at, version, created_at, updated_at)
     select tenant_id, '${exampleId('FactoringDecision')}', id, client_id, debtor_id, 'WAITING', 1,
       'SEK', 0, '{}', '', '[]', '[]', created_by, now(), 1, now(), now() from paid`,
    [invoiceId],
  ],
  limits: ({ limitId }) => ['update credit_status set reserved = 1 where id = $1', [limitId]],
  'debtor-limits': ({ debtorLimitId }) => [
    'update system_debtor_credit_status set utilised = 1 where id = $1',
    [debtorLimitId],
  ],
  'debtor-group-limits': ({ tenant }) => [
    `insert into system_debtor_group (tenant_id, id, name, description, currency, utilised,
       reserved, version, created_at, updated_at)
     values ($1, '${exampleId('SystemDebtorGroup')}', 'Concern', '', 'SEK', 1, 0, 1, now(), now())`,
    [tenant.id],
  ],
  'doubtful-claims': ({ invoiceId }) => [
    `insert into bankrupt_claim (tenant_id, invoice_id, system_debtor_id, client_id, number,
       stopped, currency, doubtful, doubtful_net)
     select tenant_id, id, '${exampleId('SystemDebtor')}', client_id, 1, true, 'SEK', 1, 1
     from invoice where id = $1`,
    [invoiceId],
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
  ['parts', ({ saleId }) => [['delete from voucher where financial_event_id = $1', [saleId]]]],
  [
    'parts',
    ({ invoiceId }) => [
      [
        `insert into invoice_ledger_event (tenant_id, id, invoice_id, client_id, debtor_id, type,
           status, planned_date, comment, created_at, updated_at)
         select tenant_id, '${exampleId('InvoiceLedgerEvent')}',
           '${exampleId('Invoice')}', client_id, debtor_id, 'DUE', 'PLANNED', '2026-11-20',
           '', now(), now() from invoice where id = $1`,
        [invoiceId],
      ],
    ],
  ],
  [
    'parts',
    ({ client }) => [
      [
        `update client_account_transaction set client_id = '${exampleId('Client')}'
         where client_id = $1`,
        [client.id],
      ],
    ],
  ],
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

const receivables = (...words: string[]) => ran([commandLine, ...words], { env: leadingTo(at) })
