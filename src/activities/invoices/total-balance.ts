import type { Unit } from '../../kernel/write/unit.ts'

export interface BalanceOfCurrency extends Record<string, unknown> {
  currency: string
  count: number
  balance: bigint
}

/** How many invoices these are, and what is owed on them in each currency. */
export async function totalBalance(
  unit: Unit,
  ids: readonly string[],
): Promise<BalanceOfCurrency[]> {
  const rows = await unit.transaction.query<BalanceOfCurrency>(
    `select base_currency as currency, count(*)::int as count, sum(balance)::text as balance
     from invoice where tenant_id = $1 and id = any($2) group by base_currency order by 1`,
    [unit.tenantId, [...ids]],
  )
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }))
}
