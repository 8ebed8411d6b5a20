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
  // A date like any other, so that the index leads up to it and no further.
  const values = [unit.tenantId, accountIds, asOf ?? 'infinity']
  const rows =
    knownAt === undefined
      ? await unit.transaction.prepared<Balance>(ofDays, values)
      : await unit.transaction.prepared<Balance>(ofDaysKnown, [...values, knownAt])
  return new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]))
}

interface Balance extends Record<string, unknown> {
  id: string
  balance: string
}

/** The days of an account instead of its postings: as many in a year, whatever is booked. */
const ofDays = `
select account_id as id, sum(amount)::text as balance from account_day
where tenant_id = $1 and account_id = any ($2) and date <= $3::date
group by account_id`

/** Of the day of the instant alone, the postings say which were recorded by then. */
const ofDaysKnown = `
with asked as (select $4::timestamptz as at, ($4::timestamptz at time zone 'UTC')::date as day),
days as (
  select d.* from account_day d, asked
  where d.tenant_id = $1 and d.account_id = any ($2) and d.date <= $3::date
    and d.recorded_on <= asked.day
)
select account_id as id, sum(known.amount)::text as balance
from days, asked, lateral (
  select days.amount where days.recorded_on < asked.day
  union all
  select p.amount from voucher_posting p
  where days.recorded_on = asked.day and p.tenant_id = $1 and p.account_id = days.account_id
    and p.date = days.date and p.recorded_at <= asked.at
    and p.recorded_at >= asked.day::timestamp at time zone 'UTC'
) known
group by account_id`
