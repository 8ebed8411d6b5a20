import type { Account, Entry } from '../../domain/bookkeeping/entry.ts'
import { fiscalYearOf } from '../../domain/bookkeeping/fiscal-year.ts'
import { LockedPeriod } from '../../entities/bookkeeping-account.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce, type SettingsInForce } from '../../kernel/read/settings-in-force.ts'
import { known } from '../../kernel/write/known.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookkeepingSettings, type BookkeepingSettings } from './settings.ts'

/** The settings and locks of the books that a booking writes to. */
export interface Books {
  settings: SettingsInForce
  lockedUntil: ReadonlyMap<string, string>
}

/** A client's bookkeeping settings; the tenant's own book has the defaults. */
export function bookkeepingSettingsIn(books: Books, ownerId: string): BookkeepingSettings {
  return books.settings.of(bookkeepingSettings, ownerId)
}

/** The voucher series and fiscal year of a day in a book. */
export function numbering(books: Books, ownerId: string, date: string) {
  const settings = bookkeepingSettingsIn(books, ownerId)
  return {
    series: settings.export.voucherSeries,
    fiscalYear: fiscalYearOf(date, settings.fiscalYearStart),
  }
}

/** The month and day on which the fiscal years of a book begin. */
export async function firstDayOf(
  unit: Unit,
  { clientId }: { clientId?: string | null | undefined },
): Promise<string> {
  const ids = clientId == null ? [] : [clientId]
  const settings = await settingsInForce(unit, [bookkeepingSettings], ids)
  return settings.of(bookkeepingSettings, clientId ?? unit.tenantId).fiscalYearStart
}

/** The settings and locks of the tenant's book and of these clients', in one trip. */
export async function readBooks(unit: Unit, clientIds: readonly string[]): Promise<Books> {
  const [settings, locks] = await Promise.all([
    settingsInForce(unit, [bookkeepingSettings], clientIds),
    locksOf(unit, [unit.tenantId, ...clientIds]),
  ])
  return booksWith(settings, locks)
}

type Lock = Pick<LockedPeriod, 'ownerId' | 'lockedUntil'>

export const locksOf = (unit: Unit, ownerIds: readonly string[]): Promise<Lock[]> =>
  rowsOf(unit, LockedPeriod, { ownerId: ownerIds }, ['ownerId', 'lockedUntil'])

export function booksWith(settings: SettingsInForce, locks: readonly Lock[]): Books {
  const lockedUntil = locks.flatMap(({ ownerId, lockedUntil: until }) =>
    until == null ? [] : [[ownerId, until] as const],
  )
  return { settings, lockedUntil: new Map(lockedUntil) }
}

type Asking = Pick<Entry, 'ownerId' | 'lines'>

/** Every account that the entries name, by role or by number, and what it is in other currencies. */
export async function readAccounts(unit: Unit, entries: readonly Asking[]): Promise<Account[]> {
  const owners = new Set(entries.map(({ ownerId }) => ownerId))
  const lines = entries.flatMap((entry) => entry.lines)
  const roles = new Set(lines.flatMap(({ role }) => role ?? []))
  const numbers = new Set(lines.flatMap(({ accountNumber }) => accountNumber ?? []))
  const ids = new Set(lines.flatMap(({ accountId }) => accountId ?? []))
  return known<Account & Record<string, unknown>>(
    unit,
    `select id, owner_id as "ownerId", number, role, currency, active,
       beside_number as "besideNumber"
     from bookkeeping_account
     where tenant_id = $1 and owner_id = any ($2)
       and (role = any ($3) or number = any ($4) or id = any ($5) or beside_number = any ($4)
         or role in (select named.role from bookkeeping_account named
           where named.tenant_id = $1 and named.owner_id = any ($2) and named.number = any ($4)))`,
    [unit.tenantId, [...owners], [...roles], [...numbers], [...ids]],
  )
}
