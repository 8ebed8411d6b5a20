import type { EntityProperty } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { reverseEvent } from '../../src/activities/bookkeeping/reverse-event.ts'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { controlRoles } from '../../src/domain/bookkeeping/chart.ts'
import { ClientAccount } from '../../src/entities/client-account.ts'
import { FinancialEvent } from '../../src/entities/financial-event.ts'
import { activated, financedClient, newDebtor } from '../factoring/ground.ts'
import { bookIn, draft, enterByHand, paid, received } from '../support/booked-client.ts'
import { metaOf } from '../support/rows.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { nthId } from '../support/ids-inside.ts'
import { seed } from '../support/seed.ts'

let at: World
let tenant: TestTenant

/** Trade of every kind that moves money: sold, credited, bought, reversed, entered, paid out. */
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const clientId = await financedClient(tenant)
  const debtor = newDebtor()
  const [open, note] = [
    await activated(at, tenant, clientId, { debtor }),
    await activated(at, tenant, clientId, { debtor, type: 'CREDIT_INVOICE' }),
  ]
  const bought = await activated(at, tenant, clientId, { debtor })
  const { body } = await tenant.api.put(`/factoring-decisions/${bought}/factoring`, {})
  const path = `/factoring-decisions/${body.id}/move`
  await tenant.api.put(path, { status: 'READY_FOR_DECISION' })
  await tenant.api.put(path, { status: 'DECIDED', financeDecision: 'APPROVED' })
  const link = { creditId: note, debits: [{ id: open, amount: '5000' }] }
  expect((await tenant.api.put('/invoices/link-multiple', link)).status).toBe(200)
  const main = await tenant.work((unit) =>
    unit.load(ClientAccount, { clientId, type: 'MAIN', currency: 'SEK' }),
  )
  await enterByHand(tenant.api, main.id, '700', { counterRole: 'FEE_REV' })
  const byHand = await tenant.work((unit) =>
    unit.load(FinancialEvent, { type: 'MANUAL_TRANSACTION' }),
  )
  await tenant.work(async (unit) => reverseEvent(unit, await unit.load(FinancialEvent, byHand.id)))
  const facts = { variant: 'RECEIVED', amount: '9900' }
  const { claim: _, clientId: __, component: ___, ...nobodys } = draft(clientId)
  const money = { ...nobodys, type: 'PAYMENT', amount: 0n, facts } as const
  const over = (): EventDraft => ({ ...received('0'), type: 'OVERPAYMENT' })
  const kept = { variant: 'KEPT', amount: '900', takes: money.sourceKey }
  await bookIn(tenant, money, { ...over(), facts: kept })
  await bookIn(tenant, ...paid(over(), 'RETURNED', '500'))
  await bookIn(
    tenant,
    draft(clientId, {
      type: 'PAYOUT_BOOKED',
      amount: 0n,
      facts: { variant: 'SENT', amount: '50' },
    }),
  )
  await at.owner(`set session_replication_role = replica`)
})
afterAll(() => at.close())

/** Of each table with money what tells no money: words, ways outside, instants and who it was. */
const words: Readonly<Record<string, readonly string[]>> = {
  financial_event: ['value_date', 'recorded_at', 'source_key', 'source_type', 'source_id'],
  voucher: ['source_type', 'source_id', 'file_id', 'external_system', 'external_id'],
  voucher_posting: ['id', 'line', 'recorded_at', 'cost_centre', 'project'],
  client_account: ['payout_account_id', 'payout_schedule', 'min_payout', 'min_balance'],
  client_account_transaction: ['id', 'type', 'value_date', 'source_type', 'source_id', 'payout_id'],
  bookkeeping_account: ['owner_type', 'client_id', 'type', 'vat_code', 'sru_code', 'beside_number'],
  account_day: [],
  unallocated_item: ['id'],
  voucher_series: [],
  invoice: [],
  debtor: [],
  credit_status: [],
  system_debtor_credit_status: ['id', 'credit_limit'],
  debtor_exposure: [],
}
const everywhere = [
  'tenant_id',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'reason_code',
  'text',
  'name',
  'active',
  'external_error',
  'external_attempts',
]

/** Where most columns are of another kind: those that are money, or whose money it is. */
const only: Readonly<Record<string, readonly string[]>> = {
  invoice: [
    'client_id',
    'debtor_id',
    'main_status',
    'ledger_status',
    'financing_status',
    'booked_date',
    'invoice_currency',
    'base_currency',
    'rate',
    'net_amount',
    'vat_amount',
    'rounding_amount',
    'gross_amount',
    'balance',
    'paid_amount',
    'credited_amount',
    'fees_amount',
    'interest_amount',
    'written_off_amount',
  ],
  debtor: ['balance', 'currency'],
  credit_status: ['utilised', 'reserved'],
}

/** Values that say something else for sure, where the next one of the list would not. */
const other: Readonly<Record<string, string>> = {
  'invoice.main_status': `'CLOSED'`,
  'invoice.ledger_status': `'PAID'`,
  'invoice.financing_status': `case financing_status when 'FINANCED' then 'NONE' else 'FINANCED' end`,
  'voucher.status': `'REVERSED'`,
  'financial_event.facts': `(select jsonb_object_agg(key, case
     when key in ('amount', 'gross', 'reserve', 'rounding', 'fromClient')
       then to_jsonb((value #>> '{}')::bigint + 1 || '') else value end)
     from jsonb_each(facts::jsonb))::json`,
}

const controls = [...controlRoles.TENANT].map((role) => `'${role}'`).join()

/** The rows that a column is spoiled in, where not any row would do. */
const among: Readonly<Record<string, string>> = {
  'bookkeeping_account.role': `role in (${controls}) and balance_as_of is not null`,
  // Nothing but vouchers refers to an event by its id.
  'financial_event.id': 'voucher_count > 0',
  'financial_event.component': 'amount <> 0',
  bookkeeping_account: 'balance_as_of is not null',
  client_account: 'balance <> 0',
  'invoice.main_status': 'balance <> 0',
  'invoice.ledger_status': 'balance <> 0',
  'voucher.status': `status <> 'REVERSED'`,
  'financial_event.facts': `type in ('FINANCED', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED')`,
  'debtor.currency': 'balance <> 0',
  'voucher.reversed_by_id': 'reversed_by_id is not null',
}

function columnsOf(table: string): EntityProperty[] {
  const properties = Object.values(metaOf(at, table).properties) as EntityProperty[]
  return properties.filter(({ fieldNames: [column = ''] }) => {
    const skipped = [...everywhere, ...(words[table] ?? [])]
    return only[table]?.includes(column) ?? !skipped.includes(column)
  })
}

function spoiledValue(table: string, property: EntityProperty): string {
  const column = property.fieldNames[0]!
  const known = other[`${table}.${column}`]
  if (known !== undefined) return known
  const type = property.columnTypes[0] ?? ''
  const { items } = property
  if (items !== undefined) {
    return `case when ${column} = '${items[0]}' then '${items[1]}' else '${items[0]}' end`
  }
  if (type === 'date') return `coalesce(${column}, '2026-01-01') + 40`
  if (type === 'uuid') {
    return `coalesce((left(${column}::text, -8) || 'ffffffff')::uuid, ${nthId('I', '1')})`
  }
  if (/int|numeric/.test(type)) return `coalesce(${column}, 0) + 1`
  return column.endsWith('currency') ? `'EUR'` : `left('x' || coalesce(${column}, ''), 30)`
}

/** The statement on one row of the table, and the table as it was before. */
async function spoiling(table: string, statement: (at: string) => string, where = 'true') {
  const saved = await at.owner(
    `select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by 1`,
    [tenant.id],
  )
  const n = seed % saved.length
  const chosen = `ctid = (select ctid from (select ctid, row_number() over (order by md5(t::text))
     as n, count(*) over () as all_of from ${table} t where tenant_id = $1 and ${where}) r
     where n = 1 + ${n} % all_of)`
  if (await isRefused(statement(chosen))) return ['refused by the database']
  const found = await verifyBooks(at.runtime.pool, tenant.id)
  await at.owner(`delete from ${table} where tenant_id = $1`, [tenant.id])
  await at.owner(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(saved.map(({ row }) => row)),
  ])
  return found.map(({ check }) => check)
}

/** What two rows cannot both be, nobody has to find. */
async function isRefused(statement: string): Promise<boolean> {
  try {
    await at.owner(statement, [tenant.id])
    return false
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return true
    throw error
  }
}

it('holds of all that was done', async () => {
  expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
})

it.each(Object.keys(words))(
  `finds every change of a row of %s (SEED=${seed})`,
  { timeout: 120_000 },
  async (table) => {
    const unseen: string[] = []
    for (const property of columnsOf(table)) {
      const column = property.fieldNames[0]!
      const value = spoiledValue(table, property)
      const where = among[`${table}.${column}`] ?? among[table]
      const found = await spoiling(
        table,
        (row) => `update ${table} set ${column} = ${value} where ${row}`,
        where,
      )
      if (found.length === 0) unseen.push(column)
    }
    expect(unseen).toEqual([])
    expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
  },
)

/** Without a row nothing is counted; the next claim begins one. */
const countingAnew = new Set(['debtor', 'credit_status', 'system_debtor_credit_status'])

it.each(Object.keys(words).filter((table) => !countingAnew.has(table)))(
  `finds a row of %s that is gone (SEED=${seed})`,
  async (table) => {
    const found = await spoiling(table, (row) => `delete from ${table} where ${row}`, among[table])
    expect(found).not.toEqual([])
  },
)
