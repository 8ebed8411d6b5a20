import { expect, test } from 'vitest'
import { clientIn, createdInvoice, runActivation } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

interface Index extends Record<string, unknown> {
  table: string
  /** Which rows stand in it. */
  where: string
}

const indexes = () =>
  at.owner(
    `select x.indrelid::regclass::text as table,
       coalesce(pg_get_expr(x.indpred, x.indrelid), 'true') as where
     from pg_index x join pg_class t on t.oid = x.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`,
  ) as Promise<Index[]>

/** Rows and entries of indexes, by table. */
async function counted(): Promise<Map<string, { rows: number; entries: number }>> {
  const all = [...Map.groupBy(await indexes(), ({ table }) => table)]
  const counts = all.map(async ([table, of]) => {
    const entries = of.map(({ where }) => `count(*) filter (where ${where})`).join(' + ')
    const [row] = await at.owner(
      `select count(*)::int as rows, (${entries})::int as entries from ${table}`,
    )
    return [table, row as { rows: number; entries: number }] as const
  })
  return new Map(await Promise.all(counts))
}

/** What everybody pays for with every invoice: more rows or entries than these need a reason. */
const leaves = {
  article: [3, 9],
  document: [1, 4],
  financial_event: [1, 7],
  invoice: [1, 14],
  invoice_activation: [1, 2],
  invoice_ledger_event: [3, 18],
  journal: [4, 8],
  voucher: [1, 9],
  voucher_posting: [3, 18],
}

const clientId = await clientIn(tenant)
await at.owner(
  `update client_setting set value = value || '{"produce": "ON_DEMAND"}'
   where client_id = $1 and kind = 'DOCUMENT'`,
  [clientId],
)
const articleRows = ['One', 'Two', 'Three'].map((description) => ({
  description,
  quantity: '1',
  price: '100.00',
  vatPercentage: 25,
}))

async function one(invoiceNumber: string): Promise<void> {
  const id = await createdInvoice(tenant, clientId, { invoiceNumber, articleRows })
  await tenant.api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
  await runActivation(tenant, id)
}

test('one invoice, created and booked, leaves no more than it has to', async () => {
  // The first of a client and debtor also leaves what all others share.
  await one('LEAVES-1')
  await at.owner('update invoice_activation set starts_at = null')
  const before = await counted()
  await one('LEAVES-2')
  await at.owner('update invoice_activation set starts_at = null')
  const left = [...(await counted())].flatMap(([table, { rows, entries }]) => {
    const was = before.get(table)
    const more = [rows - (was?.rows ?? 0), entries - (was?.entries ?? 0)]
    return more.some((n) => n !== 0) ? [[table, more] as const] : []
  })
  expect(Object.fromEntries(left.toSorted(([a], [b]) => (a < b ? -1 : 1)))).toEqual(leaves)
})

interface Updated {
  updated: number
  /** Those for which the indexes got an entry more. */
  astray: number
}

/** A connection tells what it changed at the latest when it ends; the pool opens others. */
async function told(): Promise<void> {
  const others = `from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid()`
  await at.owner(`select pg_terminate_backend(pid) ${others}`)
  await expect.poll(() => at.owner(`select pid ${others}`)).toEqual([])
  await at.owner('select pg_stat_force_next_flush()')
}

async function updated(): Promise<Map<string, Updated>> {
  await told()
  const rows = await at.owner(
    `select relname as table, n_tup_upd::int as updated,
       (n_tup_upd - n_tup_hot_upd)::int as astray from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ table, ...of }) => [String(table), of as unknown as Updated]))
}

/** Which share of the updates since got entries in indexes, by table. */
async function astraySince(before: ReadonlyMap<string, Updated>): Promise<Record<string, number>> {
  const shares = [...(await updated())].flatMap(([table, of]) => {
    const was = before.get(table) ?? { updated: 0, astray: 0 }
    const more = of.updated - was.updated
    return more === 0 ? [] : [[table, (of.astray - was.astray) / more] as const]
  })
  return Object.fromEntries(shares)
}

test('what moves with an invoice stays in its page, but for when it is booked and not to start', async () => {
  const before = await updated()
  await one('HOT')
  // When a token was last used is written down now and then.
  const { token: _, ...moved } = await astraySince(before)
  expect(moved).toEqual({
    account_day: 0,
    bookkeeping_account: 0,
    debtor: 0,
    // When it is accepted, and when it is booked.
    invoice: 0.5,
    invoice_activation: 1,
    payment_reference_setting: 0,
    voucher_series: 0,
  })
})

/** What the database looks up for each row of its own accord: its foreign keys, its triggers. */
const checks = {
  article: [1, []],
  document: [2, []],
  financial_event: [1, []],
  invoice: [2, []],
  invoice_activation: [1, []],
  invoice_ledger_event: [1, []],
  journal: [0, []],
  // That it has lines is known when these are there; they are added up once a statement.
  voucher: [1, ['voucher_is_whole']],
  voucher_posting: [1, []],
}

test('each row is compared with what nothing else proves, and balances are once a statement', async () => {
  const rows = await at.owner(
    `select t.relname as table,
       (select count(*)::int from pg_constraint c
         where c.conrelid = t.oid and c.contype = 'f') as keys,
       array(select g.tgname::text from pg_trigger g
         where g.tgrelid = t.oid and not g.tgisinternal and g.tgtype & 1 = 1 order by 1) as triggers
     from pg_class t where t.relname = any($1) order by 1`,
    [Object.keys(leaves)],
  )
  expect(
    Object.fromEntries(rows.map(({ table, keys, triggers }) => [table, [keys, triggers]])),
  ).toEqual(checks)
})
