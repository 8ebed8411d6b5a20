import { createHash } from 'node:crypto'
import { currencies } from '../../domain/currencies.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import {
  findingsKept,
  type BankFileFormat,
  type BankFileRead,
  type EntryRead,
  type Finding,
  type FindingCode,
  type StatementRead,
} from '../../domain/payments/bank-file.ts'
import { decimal } from '../../domain/money.ts'

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
}

/** What was read so far: good entries in pages of bytes, so that few are ever there as objects. */
export class Collected {
  readonly #today: BusinessDate
  readonly #statements: StatementRead[] = []
  readonly #findings: Finding[] = []
  readonly #parts: Uint8Array[] = []
  readonly #times = new Map<string, number>()
  #page: EntryRead[] = []
  #found = 0

  constructor(today: BusinessDate) {
    this.#today = today
  }

  finding(place: string, code: FindingCode, message: string): void {
    this.#found++
    if (this.#findings.length < findingsKept) this.#findings.push({ place, code, message })
  }

  statement(statement: StatementRead): void {
    this.#statements.push(statement)
  }

  /** Takes an entry with everything that counts of it; otherwise says what is wrong with it. */
  entry(found: EntryFound): boolean {
    const { place, amount, bookDate, currency } = found
    const before = this.#found
    if (found.account === '') this.finding(place, 'ACCOUNT_MISSING', 'No account is named')
    if (!currencies.includes(currency)) {
      this.finding(place, 'CURRENCY_UNKNOWN', `${currency || 'Nothing'} is no currency`)
    } else if (amount === undefined || amount <= 0n) {
      this.finding(place, 'AMOUNT_INVALID', `There is no amount of ${currency} above zero`)
    }
    if (bookDate === undefined) this.finding(place, 'DATE_INVALID', 'There is no day of booking')
    else if (bookDate > this.#today) {
      this.finding(place, 'DATE_IN_FUTURE', `${bookDate} has not come`)
    }
    if (this.#found > before || amount === undefined || bookDate === undefined) return false
    this.#take(found, amount, bookDate)
    return true
  }

  #take(found: EntryFound, amount: bigint, bookDate: BusinessDate): void {
    const { ownRef, entryRef, isWhole, account, kind, ...rest } = found
    const own = keyOf(account, kind, bookDate, `${amount}`, ownRef)
    const times = (this.#times.get(own) ?? 0) + 1
    this.#times.set(own, times)
    const group = entryRef === null ? null : keyOf(account, kind, bookDate, entryRef)
    this.#page.push({
      ...rest,
      account,
      kind,
      bookDate,
      amount: `${amount}`,
      valueDate: found.valueDate ?? bookDate,
      key: `${own}#${times}`,
      group: group && `${group}${isWhole ? '=' : '+'}`,
      groupOtherwise: group && `${group}${isWhole ? '+' : '='}`,
    })
    if (this.#page.length >= pageSize) this.#close()
  }

  #close(): void {
    if (this.#page.length === 0) return
    this.#parts.push(Buffer.from(JSON.stringify(this.#page)))
    this.#page = []
  }

  result(format: BankFileFormat): { value: BankFileRead; parts: readonly Uint8Array[] } {
    this.#close()
    const { length } = this.#parts
    if (length === 0 && this.#statements.length === 0 && this.#found === 0) {
      this.finding('line 1', 'UNREADABLE', 'The file holds no account')
    }
    const [statements, findings] = [this.#statements, this.#findings]
    return {
      value: { format, statements, findings, findingCount: this.#found },
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
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)

/** As much of a text as is kept, without signs that nobody sees. */
export function textRead(text: string | undefined, most: number): string | null {
  const plain = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trimEnd()
  return plain === '' ? null : plain.toWellFormed()
}

/** A reference of the shape that ours have; anything else is only text. */
export function referenceRead(text: string | undefined): string | null {
  const plain = (text ?? '').trim()
  return /^[0-9A-Za-z][0-9A-Za-z -]{0,34}$/.test(plain) ? plain : null
}
