import { isControl } from './chart.ts'
import type { Claim, OwnerType } from './ledger.ts'

/** One line of an entry: on an account by its id, by its number, or by its role. */
export interface EntryLine {
  accountId?: string | undefined
  role?: string | undefined
  accountNumber?: string | undefined
  /** Debits are positive. */
  amount: bigint
  clientAccountId?: string | null | undefined
  aboutClientId?: string | null | undefined
  debtorId?: string | null | undefined
  claim?: Claim | undefined
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
  /** True if the lines come from a posting rule or mirror one; false if a person wrote them. */
  isByRule: boolean
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
  gapOf(entry: Booked): { code: GapCode; reason: string } | undefined {
    const whose = entry.ownerType === 'TENANT' ? "the tenant's own book" : 'the book of the client'
    for (const line of entry.lines) {
      const account = this.of(entry, line) ?? this.named(entry, line)
      const named = line.accountNumber ?? `for the role ${line.role} in ${entry.currency}`
      if (account === undefined) return missing(`There is no account ${named} in ${whose}.`)
      const { number, active, currency } = account
      if (!mayTouch(entry, line, account)) {
        const reason = `The account ${number} in ${whose} is kept by financial events.`
        return { code: 'CONTROL_ACCOUNT', reason }
      }
      if (!active) return missing(`The account ${number} in ${whose} is switched off.`)
      if (currency !== entry.currency) {
        const kept = `kept in ${currency}, not in ${entry.currency}`
        return missing(`The account ${number} in ${whose} is ${kept}.`)
      }
    }
    return undefined
  }
}

export type GapCode = 'ACCOUNT_MISSING' | 'CONTROL_ACCOUNT' | 'PERIOD_LOCKED'
type Booked = Pick<Entry, 'ownerId' | 'ownerType' | 'currency' | 'lines' | 'isByRule'>

const missing = (reason: string) => ({ code: 'ACCOUNT_MISSING' as const, reason })

/** Only a line of a posting rule that names its role may touch a control account. */
export function mayTouch(
  { isByRule, ownerType }: Pick<Entry, 'isByRule' | 'ownerType'>,
  { role }: Pick<EntryLine, 'role'>,
  account: Pick<Account, 'role'>,
): boolean {
  if (![account.role, role].some((one) => isControl(one, ownerType))) return true
  return isByRule && account.role === role
}
