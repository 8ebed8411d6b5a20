import type { Unit } from '../../kernel/write/unit.ts'

export interface OwedInCurrency {
  currency: string
  balance: bigint
}

/** What each debtor owes in each currency, calculated from the financial events of its claims. */
export async function balancesOfDebtors(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwedInCurrency[]>> {
  const rows = await unit.transaction.prepared<{ id: string; currency: string; balance: string }>(
    `select debtor_id as id, currency, sum(amount)::text as balance from financial_event
     where tenant_id = $1 and debtor_id = any ($2) group by 1, 2 order by 1, 2`,
    [unit.tenantId, ids],
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, balance: BigInt(row.balance) })),
    ({ id }) => id,
  )
}
