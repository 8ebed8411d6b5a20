import type { Unit } from '../../kernel/write/unit.ts'

export interface BalanceOfCurrency extends Record<string, unknown> {
  currency: string
  count: number
  balance: bigint
}

/** The number of selected invoices and their balances by currency, added up page by page. */
export async function totalBalance(
  unit: Unit,
  pages: AsyncIterable<readonly string[]>,
): Promise<BalanceOfCurrency[]> {
  const totals = new Map<string, BalanceOfCurrency>()
  for await (const ids of pages) {
    for (const { currency, count, balance } of await balancesOf(unit, ids)) {
      const before = totals.get(currency) ?? { currency, count: 0, balance: 0n }
      const after = { currency, count: before.count + count, balance: before.balance + balance }
      totals.set(currency, after)
    }
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

async function balancesOf(unit: Unit, ids: readonly string[]): Promise<BalanceOfCurrency[]> {
  const rows = await unit.transaction.query<BalanceOfCurrency>(
    `select base_currency as currency, count(*)::int as count, sum(balance)::text as balance
     from invoice where tenant_id = $1 and id = any($2) group by base_currency`,
    [unit.tenantId, [...ids]],
  )
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}
