import { Accounts, type Entry } from '../../domain/bookkeeping/entry.ts'
import { refuse } from '../../domain/refusal.ts'
import { tenantOf } from '../access/tenant-of.ts'
import type { Unit } from '../unit.ts'
import { addMissing } from './provision-chart.ts'
import { readAccounts, type Books } from './read-books.ts'

/** An entry that cannot be booked, and why. */
export interface Gap {
  entry: Entry
  code: 'ACCOUNT_MISSING' | 'PERIOD_LOCKED'
  reason: string
}
export type Gaps = readonly Gap[]

/** The accounts that the entries name; a book gets its chart in a currency where it has none yet. */
export async function accountsFor(unit: Unit, entries: readonly Entry[]): Promise<Accounts> {
  if (entries.length === 0) return new Accounts([])
  const accounts = new Accounts(await readAccounts(unit, entries))
  const lacking = entries.filter((entry) =>
    entry.lines.some((line) => accounts.of(entry, line) === undefined),
  )
  if (lacking.length === 0) return accounts
  const begun = await begunCharts(unit, lacking)
  const without = lacking.filter(
    (entry) => entry.ownerType === 'TENANT' || !begun.has(chartOf(entry)),
  )
  if (without.length === 0) return accounts
  const { currency } = await tenantOf(unit)
  const books = Map.groupBy(without, ({ ownerId }) => ownerId)
  for (const [ownerId, ofBook] of [...books].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { ownerType, clientId } = ofBook[0]!
    const owner = { ownerType, ownerId, ...(clientId !== null && { clientId }) }
    await addMissing(unit, owner, [currency, ...ofBook.map((entry) => entry.currency)])
  }
  return new Accounts(await readAccounts(unit, entries))
}

const chartOf = ({ ownerId, currency }: Pick<Entry, 'ownerId' | 'currency'>) =>
  `${ownerId} ${currency}`

/** What a client's accountant has taken out of a chart that is there stays out. */
async function begunCharts(unit: Unit, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const rows = await unit.transaction.prepared<Pick<Entry, 'ownerId' | 'currency'>>(
    'charts begun',
    `select distinct owner_id as "ownerId", currency from bookkeeping_account
     where tenant_id = $1 and owner_id = any ($2)`,
    [unit.tenantId, entries.map(({ ownerId }) => ownerId)],
  )
  return new Set(rows.map(chartOf))
}

export function gapsOf(entries: readonly Entry[], accounts: Accounts, books: Books): Gaps {
  return entries.flatMap((entry): Gap[] => {
    const reason = accounts.gapOf(entry)
    if (reason !== undefined) return [{ entry, code: 'ACCOUNT_MISSING', reason }]
    const locked = lockOf(entry, books)
    return locked === undefined ? [] : [{ entry, code: 'PERIOD_LOCKED', reason: locked }]
  })
}

/** Why the book takes nothing on that day any more, where it does not. */
function lockOf({ ownerId, date }: OnDay, books: Books): string | undefined {
  const until = books.lockedUntil.get(ownerId)
  return until === undefined || date > until ? undefined : `The book is locked up to ${until}.`
}

type OnDay = Pick<Entry, 'ownerId' | 'date'>

export function refuseLocked(on: OnDay, books: Books): void {
  const detail = lockOf(on, books)
  if (detail !== undefined) refuse('PERIOD_LOCKED', { detail })
}

/** For those who book all of it or nothing. */
export function refuseGaps([gap]: Gaps): void {
  if (gap !== undefined) refuse(gap.code, { detail: gap.reason })
}
