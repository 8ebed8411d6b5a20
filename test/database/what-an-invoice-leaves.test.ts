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

test('one invoice, created and booked, leaves no more than it has to', async () => {
  const clientId = await clientIn(tenant)
  const articleRows = ['One', 'Two', 'Three'].map((description) => ({
    description,
    quantity: '1',
    price: '100.00',
    vatPercentage: 25,
  }))
  const one = async (invoiceNumber: string) => {
    const id = await createdInvoice(tenant, clientId, { invoiceNumber, articleRows })
    await tenant.api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
    await runActivation(tenant, id)
  }
  await at.owner(
    `update client_setting set value = value || '{"produce": "ON_DEMAND"}'
     where client_id = $1 and kind = 'DOCUMENT'`,
    [clientId],
  )
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
