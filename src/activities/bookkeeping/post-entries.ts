import { mayTouch, type Accounts, type Entry, type Posted } from '../../domain/bookkeeping/entry.ts'
import { sum } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Writes entries whose accounts are all there: kept balances first, in the order of their ids, then
 * the numbers of the series, which nobody else gets until the commit, then vouchers and postings.
 */
export async function postEntries(
  unit: Unit,
  accounts: Accounts,
  entries: readonly Entry[],
): Promise<Voucher[]> {
  if (entries.length === 0) return []
  const posted = entries.map((entry) => ({
    entry,
    lines: entry.lines.map((line): Posted => ({
      ...line,
      account: accounts.of(entry, line)!,
    })),
  }))
  for (const { entry, lines } of posted) refuseControlled(entry, lines)
  moveBalances(unit, posted)
  const numbers = await takeNumbers(unit, entries)
  const vouchers = posted.map(({ entry, lines }, at) =>
    addVoucher(unit, entry, lines, numbers[at]!),
  )
  unit.follow(() => {
    insertPostings(unit, posted, vouchers)
    checkNow(unit)
  })
  return vouchers
}

/** The last check for every entry: control accounts move only by posting rules. */
function refuseControlled(entry: Entry, lines: readonly Posted[]): void {
  const kept = lines.find((line) => !mayTouch(entry, line, line.account))
  if (kept === undefined) return
  const { number } = kept.account
  refuse('CONTROL_ACCOUNT', { detail: `The account ${number} is kept by financial events.` })
}

/**
 * That a voucher has postings is checked at the commit, when a bound caller no longer sees the
 * tenant's book.
 */
function checkNow({ transaction, isBound }: Unit): void {
  if (!isBound) return
  transaction.ahead('set constraints voucher_is_whole immediate', [])
  transaction.ahead('set constraints voucher_is_whole deferred', [])
}

interface WithLines {
  entry: Entry
  lines: Posted[]
}

function moveBalances(unit: Unit, posted: readonly WithLines[]): void {
  const moved = new Map<string, Moved>()
  for (const { entry, lines } of posted) {
    for (const { account, amount } of lines) {
      const key = `${account.id} ${entry.date}`
      const before = moved.get(key)?.amount ?? 0n
      const { date, clientId } = entry
      moved.set(key, { accountId: account.id, date, clientId, amount: before + amount })
    }
  }
  const all = [...moved.values()]
  const accountIds = all.map(({ accountId }) => accountId)
  hold(unit, BookkeepingAccount, [...new Set(accountIds)])
  // Whoever has the account has its days: they are waited for by nobody else.
  unit.transaction.ahead(addToDays, [
    unit.tenantId,
    accountIds,
    all.map(({ date }) => date),
    unit.now.toISOString().slice(0, 10),
    all.map(({ clientId }) => clientId ?? null),
    all.map(({ amount }) => `${amount}`),
  ])
}

interface Moved extends Pick<Entry, 'date' | 'clientId'> {
  accountId: string
  amount: bigint
}

/** What is added to accounts, and to what each of them has for each day. */
const addToDays = `
with moved as (
  select * from unnest($2::uuid[], $3::date[], $5::uuid[], $6::bigint[])
    as m (account_id, date, client_id, amount)
), balances as (
  update bookkeeping_account a set balance = a.balance + m.amount,
    balance_as_of = greatest(a.balance_as_of, m.date)
  from (select account_id, sum(amount) as amount, max(date) as date from moved group by 1) m
  where a.tenant_id = $1 and a.id = m.account_id
)
insert into account_day as d (tenant_id, account_id, date, recorded_on, client_id, amount)
select $1, account_id, date, $4::date, client_id, amount from moved
on conflict (tenant_id, account_id, date, recorded_on)
  do update set amount = d.amount + excluded.amount`

const seriesOf = ({ ownerId, series, fiscalYear }: Entry) => `${ownerId} ${series} ${fiscalYear}`

/** The next numbers of every series that is written to, in one statement and one order. */
async function takeNumbers(unit: Unit, entries: readonly Entry[]): Promise<number[]> {
  const grouped = Map.groupBy(entries, seriesOf)
  const groups = [...grouped.values()]
  unit.takes('voucher_series', grouped.keys())
  const rows = await unit.transaction.prepared<{
    ownerId: string
    series: string
    fiscalYear: number
    next: number
  }>(
    `insert into voucher_series as s (tenant_id, owner_id, series, fiscal_year, next_number)
     select $1, u.owner_id, u.series, u.fiscal_year, u.taken + 1
     from unnest($2::uuid[], $3::text[], $4::int[], $5::int[])
       as u (owner_id, series, fiscal_year, taken)
     order by u.owner_id, u.series, u.fiscal_year
     on conflict (tenant_id, owner_id, series, fiscal_year)
       do update set next_number = s.next_number + excluded.next_number - 1
     returning owner_id as "ownerId", series, fiscal_year as "fiscalYear", next_number as next`,
    [
      unit.tenantId,
      groups.map(([first]) => first!.ownerId),
      groups.map(([first]) => first!.series),
      groups.map(([first]) => first!.fiscalYear),
      groups.map(({ length }) => length),
    ],
  )
  const next = new Map<string, number>()
  for (const row of rows) {
    const key = seriesOf(row as unknown as Entry)
    next.set(key, row.next - (grouped.get(key)?.length ?? 0))
  }
  return entries.map((entry) => {
    const number = next.get(seriesOf(entry))!
    next.set(seriesOf(entry), number + 1)
    return number
  })
}

function addVoucher(unit: Unit, entry: Entry, lines: readonly Posted[], number: number): Voucher {
  const { lines: _, isByRule: __, ...rest } = entry
  const debits = lines.map(({ amount }) => amount).filter((amount) => amount > 0n)
  return unit.insert(Voucher, {
    ...rest,
    text: entry.text.slice(0, 500),
    number,
    status: 'BOOKED',
    total: sum(debits),
    externalAttempts: 0,
    createdBy: unit.principal.id,
  })
}

function insertPostings(
  unit: Unit,
  posted: readonly WithLines[],
  vouchers: readonly Voucher[],
): void {
  const rows = posted.flatMap(({ entry, lines }, at) =>
    lines.map((line, n) => ({
      voucherId: vouchers[at]!.id,
      ownerId: entry.ownerId,
      clientId: entry.clientId,
      accountId: line.account.id,
      accountNumber: line.account.number,
      role: line.role ?? line.account.role,
      line: n + 1,
      amount: line.amount,
      currency: entry.currency,
      date: entry.date,
      recordedAt: unit.now,
      aboutClientId: line.aboutClientId ?? null,
      debtorId: line.debtorId ?? null,
      claimType: line.claim?.type ?? null,
      claimId: line.claim?.id ?? null,
      clientAccountId: line.clientAccountId ?? null,
      costCentre: line.costCentre ?? null,
      project: line.project ?? null,
      text: (line.text ?? entry.text).slice(0, 500),
    })),
  )
  unit.insertUnrecorded(VoucherPosting, rows)
}
