import { Accounts, type Entry } from '../../domain/bookkeeping/entry.ts'
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

/** The accounts that the entries name; the tenant's own book gets a chart where it has none yet. */
export async function accountsFor(unit: Unit, entries: readonly Entry[]): Promise<Accounts> {
  if (entries.length === 0) return new Accounts([])
  const accounts = new Accounts(await readAccounts(unit, entries))
  const own = entries.filter(({ ownerType }) => ownerType === 'TENANT')
  const lacks = own.some(({ ownerId, lines }) =>
    lines.some((line) => accounts.of(ownerId, line) === undefined),
  )
  if (!lacks) return accounts
  const { currency } = await tenantOf(unit)
  await addMissing(unit, { ownerType: 'TENANT', ownerId: unit.tenantId, currency })
  return new Accounts(await readAccounts(unit, entries))
}

export function gapsOf(entries: readonly Entry[], accounts: Accounts, books: Books): Gaps {
  return entries.flatMap((entry): Gap[] => {
    const reason = accounts.gapOf(entry)
    if (reason !== undefined) return [{ entry, code: 'ACCOUNT_MISSING', reason }]
    const until = books.lockedUntil.get(entry.ownerId)
    if (until === undefined || entry.date > until) return []
    return [{ entry, code: 'PERIOD_LOCKED', reason: `The book is locked up to ${until}.` }]
  })
}
