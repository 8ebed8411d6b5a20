import { hash } from 'node:crypto'
import { currencies } from '../../domain/currencies.ts'
import { isAccount, shownAccount } from '../../domain/clients/payment-accounts.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import {
  accountsMost,
  entriesMost,
  findingsKept,
  partsMost,
  statementsMost,
  sumMost,
  type BankFileFormat,
  type BankFileRead,
  type BatchRead,
  type EntryRead,
  type Finding,
  type FindingCode,
  type HeadRead,
  type SentRead,
  type StatementRead,
  noAmount,
} from '../../domain/payments/bank-file.ts'
import { decimal, larger } from '../../domain/money.ts'
import { isFarFrom } from '../../domain/payments/payment.ts'
import { Unreadable } from '../apart/kinds.ts'
import { packedEntries, packedHeads } from './pages.ts'

const pageSize = 500

/** An entry before it is known whether it may count. */
export interface EntryFound extends Omit<
  EntryRead,
  'amount' | 'bookDate' | 'valueDate' | 'key' | 'group' | 'groupOtherwise'
> {
  amount: bigint | undefined
  bookDate: BusinessDate | undefined
  valueDate: BusinessDate | undefined
  /** What the bank calls this movement, and the entry that it is or is a part of. */
  ownRef: string
  entryRef: string | null
  isWhole: boolean
  /** The bankgiro at its account to which it was paid. */
  bankgiro?: string | null
  returns?: HeadRead['returns']
}

/** What was read so far: good entries in pages of bytes, so that few are ever there as objects. */
export class Collected {
  readonly #today: BusinessDate
  readonly #statements: StatementRead[] = []
  readonly #findings: Finding[] = []
  readonly #sent: SentRead[] = []
  readonly #parts: Uint8Array[] = []
  readonly #times = new Map<string, number>()
  #page: EntryRead[] = []
  #heads: HeadRead[] = []
  readonly #batches: BatchRead[] = []
  readonly #batchAt = new Map<string, number>()
  #found = 0
  readonly #accounts = new Set<string>()
  #entries = 0
  #sum = 0n

  constructor(today: BusinessDate) {
    this.#today = today
  }

  finding(place: string, code: FindingCode, message: string): void {
    this.#found++
    if (this.#findings.length >= findingsKept) return
    const [where, what] = [textRead(place, 200), textRead(message, 300)]
    this.#findings.push({ place: where ?? '', code, message: what ?? '' })
  }

  statement(statement: StatementRead): void {
    if (this.#statements.length >= statementsMost) {
      throw new Unreadable('TOO_MANY_STATEMENTS', `It has more than ${statementsMost} statements`)
    }
    this.#statements.push(this.#isFit(statement) ? statement : { ...statement, date: null })
  }

  /** Whether its balances may be compared with those of other days. */
  #isFit({ place, currency, date, opening, closing, movement }: StatementRead): boolean {
    if (date === null || opening === null || closing === null) return true
    if (date > this.#today) {
      this.finding(place, 'DATE_IN_FUTURE', `${date} has not come`)
      return false
    }
    const moved = BigInt(movement)
    if (larger(moved, -moved) > sumMost) {
      this.finding(place, 'AMOUNTS_TOO_LARGE', 'It moves more than any account holds')
      return false
    }
    if (currencies.includes(currency)) return true
    this.#noCurrency(place, currency)
    return false
  }

  #noCurrency(place: string, said: string): void {
    const message = said === '' ? 'No currency is named' : `${said} is no currency`
    this.finding(place, 'CURRENCY_UNKNOWN', message)
  }

  /** Takes an entry with everything that counts of it; otherwise says what is wrong with it. */
  entry(found: EntryFound): boolean {
    const { place, amount, bookDate, currency } = found
    const before = this.#found
    if (found.account === '') this.finding(place, 'ACCOUNT_MISSING', 'No account is named')
    if (!currencies.includes(currency)) {
      this.#noCurrency(place, currency)
    } else if (amount === undefined || amount <= 0n) {
      this.finding(place, 'AMOUNT_INVALID', noAmount(currency))
    }
    if (bookDate === undefined) this.finding(place, 'DATE_INVALID', 'There is no day of booking')
    else if (bookDate > this.#today) {
      this.finding(place, 'DATE_IN_FUTURE', `${bookDate} has not come`)
    }
    this.#refuseExcess(found)
    if (this.#found > before || amount === undefined || bookDate === undefined) return false
    this.#take(found, amount, bookDate)
    return true
  }

  /** Of an order of ours: it is no payment, and tells that one has arrived. */
  sent(one: SentRead): void {
    this.#refuseMore()
    const isToCome = one.day !== null && one.day > this.#today
    this.#sent.push(isToCome ? { ...one, day: null } : one)
  }

  #refuseMore(): void {
    if (++this.#entries <= entriesMost) return
    throw new Unreadable('TOO_MANY_ENTRIES', `It has more than ${entriesMost} entries`)
  }

  #refuseExcess({ place, amount = 0n, bookDate, valueDate, split }: EntryFound): void {
    this.#refuseMore()
    if (bookDate !== undefined && valueDate !== undefined && isFarFrom(bookDate, valueDate)) {
      this.finding(place, 'DATE_INVALID', `${valueDate} is more than a year from ${bookDate}`)
    }
    if ((split?.length ?? 0) > partsMost) {
      this.finding(place, 'TOO_MANY_PARTS', `It has more than ${partsMost} references`)
    }
    if (this.#sum + amount > sumMost) {
      this.finding(place, 'AMOUNTS_TOO_LARGE', 'With those before it, more than an account holds')
    }
  }

  #take(found: EntryFound, amount: bigint, bookDate: BusinessDate): void {
    const { ownRef, entryRef, isWhole, bankgiro = null, returns = null, ...rest } = found
    const { account, currency, kind } = rest
    this.#sum += amount
    this.#accounts.add(account)
    if (bankgiro !== null) this.#accounts.add(bankgiro)
    if (this.#accounts.size > accountsMost) {
      throw new Unreadable('TOO_MANY_ACCOUNTS', `It has more than ${accountsMost} accounts`)
    }
    const own = keyOf(account, currency, kind, bookDate, `${amount}`, ownRef)
    const times = (this.#times.get(own) ?? 0) + 1
    this.#times.set(own, times)
    const group = entryRef === null ? null : keyOf(account, currency, kind, bookDate, entryRef)
    const entry: EntryRead = {
      ...rest,
      bookDate,
      amount: `${amount}`,
      valueDate: found.valueDate ?? bookDate,
      key: `${own}#${times}`,
      group: group && `${group}${isWhole ? '=' : '+'}`,
      groupOtherwise: group && `${group}${isWhole ? '+' : '='}`,
    }
    this.#page.push(entry)
    const { place, key, groupOtherwise } = entry
    const moves = `${kind === 'PAYMENT' ? amount : -amount}`
    const batch = this.#batchOf(entry, bankgiro)
    this.#heads.push({ place, key, groupOtherwise, batch, moves, returns })
    if (this.#page.length >= pageSize) this.#close()
  }

  #batchOf(
    { place, statement, account, currency, bookDate }: EntryRead,
    bankgiro: string | null,
  ): number {
    const words = `${statement} ${account} ${bankgiro ?? ''} ${currency} ${bookDate}`
    const known = this.#batchAt.get(words)
    if (known !== undefined) return known
    this.#batchAt.set(words, this.#batches.length)
    const batch = { place, statement, account, bankgiro, currency, bookDate }
    return this.#batches.push(batch) - 1
  }

  #close(): void {
    if (this.#page.length === 0) return
    this.#parts.push(packedHeads(this.#heads), packedEntries(this.#page))
    this.#page = []
    this.#heads = []
  }

  result(format: BankFileFormat): { value: BankFileRead; parts: readonly Uint8Array[] } {
    this.#close()
    const { length } = this.#parts
    if (length === 0 && this.#statements.length === 0 && this.#found === 0) {
      this.finding('line 1', 'UNREADABLE', 'The file holds no account')
    }
    const [statements, batches, findings] = [this.#statements, this.#batches, this.#findings]
    const sent = this.#sent
    return {
      value: { format, sent, statements, batches, findings, findingCount: this.#found },
      parts: this.#parts,
    }
  }
}

/** Says where two amounts that should be one are not. */
export function compare(
  said: Collected,
  place: string,
  code: FindingCode,
  { what, stated, counted, currency }: Compared,
): void {
  if (stated === undefined || stated === counted) return
  const [a, b] = [decimal(stated, currency), decimal(counted, currency)]
  said.finding(place, code, `${what} is said to be ${a}, and is ${b}`)
}
interface Compared {
  what: string
  stated: bigint | undefined
  counted: bigint
  currency: string
}

export function compareCounts(
  said: Collected,
  place: string,
  what: string,
  stated: number | undefined,
  counted: number,
): void {
  if (stated === undefined || stated === counted) return
  said.finding(place, 'COUNT_DIFFERS', `${stated} ${what} are said to be there, and ${counted} are`)
}

const keyOf = (...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 32)

/** As much of a text as is kept, without signs that nobody sees. */
export function textRead(text: string | undefined, most: number): string | null {
  const plain = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trimEnd()
  return plain === '' ? null : plain.toWellFormed()
}

/** Of a giro as people write it: bare digits could be an account of any kind. */
export const giroRead = (kind: 'BANKGIRO' | 'PLUSGIRO', digits: string): string =>
  isAccount(kind, digits) ? shownAccount(kind, digits) : digits

/** A reference of the shape that ours have; anything else is only text. */
export function referenceRead(text: string | undefined): string | null {
  const plain = (text ?? '').trim()
  return /^[0-9A-Za-z][0-9A-Za-z -]{0,34}$/.test(plain) ? plain : null
}
