import type { Unit } from '../../kernel/write/unit.ts'

export interface Moment {
  /** Postings dated up to this day. */
  asOf?: string | undefined
  /** Only those that were recorded by this instant. */
  knownAt?: string | undefined
}

/** The balances of these accounts as of a day, as known at an instant. */
export async function balancesAt(
  unit: Unit,
  accountIds: readonly string[],
  { asOf, knownAt }: Moment,
): Promise<Map<string, bigint>> {
  const rows = await unit.transaction.prepared<{ id: string; balance: string }>(
    `select account_id as id, sum(amount)::text as balance from voucher_posting
     where tenant_id = $1 and account_id = any ($2)
       and ($3::date is null or date <= $3) and ($4::timestamptz is null or recorded_at <= $4)
     group by account_id`,
    [unit.tenantId, accountIds, asOf ?? null, knownAt ?? null],
  )
  return new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]))
}
