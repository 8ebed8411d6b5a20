import { controlRoles } from './chart.ts'
import type { OwnerType } from './ledger.ts'

/** One side of an entry: on a certain account, on that with a number, or that with a role. */
export interface EntryLine {
  accountId?: string | undefined
  role?: string | undefined
  accountNumber?: string | undefined
  /** Debits are positive. */
  amount: bigint
  clientAccountId?: string | null | undefined
  aboutClientId?: string | null | undefined
  debtorId?: string | null | undefined
  invoiceId?: string | null | undefined
  costCentre?: string | null | undefined
  project?: string | null | undefined
  text?: string | undefined
}

export interface Owner {
  ownerType: OwnerType
  ownerId: string
  clientId: string | null
}

/** A voucher before it has a number. */
export interface Entry extends Owner {
  series: string
  fiscalYear: number
  date: string
  text: string
  rule: string
  financialEventId: string | null
  sourceType: string
  sourceId: string
  currency: string
  lines: EntryLine[]
  reversesId: string | null
}

/** An account as far as booking on it goes. */
export interface Account {
  id: string
  ownerId: string
  number: string
  role: string | null
  currency: string
  /** The account that it is in a further currency, where no role says so. */
  besideNumber: string | null
  active: boolean
}

/** A line that has found its account. */
export interface Posted extends EntryLine {
  account: Account
}

type InBook = Pick<Entry, 'ownerId' | 'currency'>

/** Which account each line of a book goes to, or why there is none. */
export class Accounts {
  readonly #byId = new Map<string, Account>()
  readonly #byRole = new Map<string, Account>()
  readonly #byNumber = new Map<string, Account>()
  readonly #beside = new Map<string, Account>()

  constructor(accounts: readonly Account[]) {
    for (const account of accounts) {
      this.#byId.set(account.id, account)
      this.#byNumber.set(`${account.ownerId} ${account.number}`, account)
      const { ownerId, role, currency, besideNumber } = account
      if (role !== null) this.#byRole.set(`${ownerId} ${role} ${currency}`, account)
      if (besideNumber !== null) this.#beside.set(`${ownerId} ${besideNumber} ${currency}`, account)
    }
  }

  of(entry: InBook, line: EntryLine): Account | undefined {
    const { ownerId, currency } = entry
    if (line.accountId !== undefined) return this.#byId.get(line.accountId)
    if (line.accountNumber === undefined) {
      return this.#byRole.get(`${ownerId} ${line.role} ${currency}`)
    }
    const named = this.named(entry, line)
    // A row names an account in the first currency of its book, whatever it is sold in.
    if (named === undefined || line.role === undefined || named.currency === currency) return named
    return named.role === null
      ? this.#beside.get(`${ownerId} ${named.number} ${currency}`)
      : this.#byRole.get(`${ownerId} ${named.role} ${currency}`)
  }

  /** The account whose number a line says, in whatever currency it is kept. */
  named({ ownerId }: Pick<InBook, 'ownerId'>, { accountNumber }: EntryLine): Account | undefined {
    return this.#byNumber.get(`${ownerId} ${accountNumber}`)
  }

  /** What keeps an entry from being booked, in words; nothing where all is there. */
  gapOf(entry: Pick<Entry, 'ownerId' | 'ownerType' | 'currency' | 'lines'>): string | undefined {
    const whose = entry.ownerType === 'TENANT' ? "the tenant's own book" : 'the book of the client'
    for (const line of entry.lines) {
      const account = this.of(entry, line) ?? this.named(entry, line)
      const named = line.accountNumber ?? `for the role ${line.role} in ${entry.currency}`
      if (account === undefined) return `There is no account ${named} in ${whose}.`
      const { number, active, currency } = account
      if (isKept(line, account))
        return `The account ${number} in ${whose} is kept by financial events.`
      if (!active) return `The account ${number} in ${whose} is switched off.`
      if (currency !== entry.currency) {
        return `The account ${number} in ${whose} is kept in ${currency}, not in ${entry.currency}.`
      }
    }
    return undefined
  }
}

/** What stands on a row instead of the account that plays its role is none that mirrors something. */
function isKept(line: EntryLine, account: Account): boolean {
  if (line.accountId !== undefined || line.accountNumber === undefined) return false
  return line.role !== undefined && account.role !== null && controlRoles.has(account.role)
}
