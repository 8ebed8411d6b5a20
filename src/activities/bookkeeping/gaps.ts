import { controlRoles } from '../../domain/bookkeeping/chart.ts'
import { Accounts, type Entry, type GapCode } from '../../domain/bookkeeping/entry.ts'
import { Refusal, refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addInFurtherCurrencies, addMissing, addNeverOpened } from './provision-chart.ts'
import { readAccounts, type Books } from './read-books.ts'

/** An entry that cannot be booked, and why. */
export interface Gap {
  entry: Entry
  code: GapCode
  reason: string
}
export type Gaps = readonly Gap[]

/**
 * The accounts that the entries name. A book without a chart in a currency gets one, and an account
 * that a row names is made in the currency of its entry.
 */
export async function accountsFor(unit: Unit, entries: readonly Entry[]): Promise<Accounts> {
  if (entries.length === 0) return new Accounts([])
  const accounts = new Accounts(await readAccounts(unit, entries))
  const lacking = entries.filter((entry) =>
    entry.lines.some((line) => accounts.of(entry, line) === undefined),
  )
  if (lacking.length === 0) return accounts
  const added = [
    await addCharts(unit, lacking),
    await addLearnt(unit, lacking, accounts),
    await addBesides(unit, lacking, accounts),
  ]
  return added.includes(true) ? new Accounts(await readAccounts(unit, entries)) : accounts
}

const byOwner = <W>([a]: [string, W], [b]: [string, W]) => (a < b ? -1 : 1)

async function addCharts(unit: Unit, lacking: readonly Entry[]): Promise<boolean> {
  const begun = await begunCharts(unit, lacking)
  const without = lacking.filter(
    (entry) => entry.ownerType === 'TENANT' || !begun.has(chartOf(entry)),
  )
  if (without.length === 0) return false
  const { currency } = await unit.tenant()
  const books = Map.groupBy(without, ({ ownerId }) => ownerId)
  for (const [ownerId, ofBook] of [...books].toSorted(byOwner)) {
    const { ownerType, clientId } = ofBook[0]!
    const owner = { ownerType, ownerId, ...(clientId !== null && { clientId }) }
    await addMissing(unit, owner, [currency, ...ofBook.map((entry) => entry.currency)])
  }
  return true
}

/** A chart that is older than a role gets the account of that role now. */
async function addLearnt(
  unit: Unit,
  lacking: readonly Entry[],
  accounts: Accounts,
): Promise<boolean> {
  let isAdded = false
  const books = Map.groupBy(lacking, ({ ownerId }) => ownerId)
  for (const [, ofBook] of [...books].toSorted(byOwner)) {
    const { ownerType, ownerId, clientId } = ofBook[0]!
    const wanted = ofBook.flatMap((entry) =>
      entry.lines.flatMap((line) =>
        line.role === undefined || accounts.of(entry, line) !== undefined
          ? []
          : [{ role: line.role, currency: entry.currency }],
      ),
    )
    const owner = { ownerType, ownerId, ...(clientId !== null && { clientId }) }
    if (wanted.length > 0) isAdded = (await addNeverOpened(unit, owner, wanted)) || isAdded
  }
  return isAdded
}

/** An account that an accountant made has no role, so it is found by number in other currencies. */
async function addBesides(
  unit: Unit,
  lacking: readonly Entry[],
  accounts: Accounts,
): Promise<boolean> {
  const wanted = lacking.flatMap((entry) =>
    entry.lines.flatMap((line) => {
      const own = accounts.of(entry, line) === undefined ? accounts.named(entry, line) : undefined
      if (own === undefined || own.role !== null || own.besideNumber !== null) return []
      const { ownerId, currency } = entry
      return own.active ? [{ ownerId, number: own.number, currency }] : []
    }),
  )
  const books = Map.groupBy(wanted, ({ ownerId }) => ownerId)
  for (const [ownerId, ofBook] of [...books].toSorted(byOwner)) {
    await addInFurtherCurrencies(unit, ownerId, ofBook)
  }
  return wanted.length > 0
}

const chartOf = ({ ownerId, currency }: Pick<Entry, 'ownerId' | 'currency'>) =>
  `${ownerId} ${currency}`

/**
 * The charts that already exist, where a removed account must stay removed. Only the platform makes
 * control accounts, so one of them shows that there is a chart.
 */
async function begunCharts(unit: Unit, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const rows = await unit.transaction.prepared<Pick<Entry, 'ownerId' | 'currency'>>(
    `select distinct owner_id as "ownerId", currency from bookkeeping_account
     where tenant_id = $1 and owner_id = any ($2) and role = any ($3)`,
    [unit.tenantId, entries.map(({ ownerId }) => ownerId), [...controlRoles.CLIENT]],
  )
  return new Set(rows.map(chartOf))
}

export function gapsOf(entries: readonly Entry[], accounts: Accounts, books: Books): Gaps {
  return entries.flatMap((entry): Gap[] => {
    const gap = accounts.gapOf(entry)
    if (gap !== undefined) return [{ entry, ...gap }]
    const locked = lockOf(entry, books)
    return locked === undefined ? [] : [{ entry, code: 'PERIOD_LOCKED', reason: locked }]
  })
}

/** Why the book is closed on that day, if it is. */
function lockOf({ ownerId, date }: OnDay, books: Books): string | undefined {
  const until = books.lockedUntil.get(ownerId)
  return until === undefined || date > until ? undefined : `The book is locked up to ${until}.`
}

type OnDay = Pick<Entry, 'ownerId' | 'date'>

/** What refuses an entry on that day, if the book is closed. */
export function lockedOn(on: OnDay, books: Books): Refusal | undefined {
  const detail = lockOf(on, books)
  return detail === undefined ? undefined : new Refusal('PERIOD_LOCKED', { detail })
}

/** Refuses the whole booking if anything is missing. */
export function refuseGaps([gap]: Gaps): void {
  if (gap !== undefined) refuse(gap.code, { detail: gap.reason })
}
