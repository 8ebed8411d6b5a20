import { dayRead, plainAccount, type PartRead } from '../../domain/payments/bank-file.ts'
import type { Lines } from './text-of.ts'
import {
  compare,
  compareCounts,
  giroRead,
  referenceRead,
  textRead,
  type Collected,
  type EntryFound,
} from './collected.ts'

/** What follows a payment in records of its own. */
interface Payment {
  line: number
  isDeduction: boolean
  sender: string
  reference: string
  /** What Bankgirot says that the reference is. */
  referenceCode: string
  amount: bigint | undefined
  serial: string
  parts: (PartRead & { line: number })[]
  words: string[]
  name: string[]
  organisation: string
}

interface Section {
  account: string
  currency: string
  payments: Payment[]
}

const counted = ['20', '21', '22', '15'] as const
const known = ['01', '05', '15', '20', '21', '22', '23', '25', '26', '27', '28', '29', '70']

/**
 * Payments to a bankgiro number, in records of eighty signs: those of a deposit stand before it,
 * and get its day. Where a file ends before a deposit, nobody knows the day of what came before.
 */
export async function readBgMax(lines: Lines, said: Collected): Promise<'BGMAX'> {
  const reading = new Reading(said)
  for await (const some of lines) {
    for (const [number, line] of some) reading.record(number, line.padEnd(80))
  }
  reading.end()
  return 'BGMAX'
}

class Reading {
  readonly #said: Collected
  #section: Section | undefined
  #counts: Record<(typeof counted)[number], number> = { 20: 0, 21: 0, 22: 0, 15: 0 }
  #deposits = 0
  #stamp = ''
  #isEnded = false
  #last = 0
  readonly #serials = new Set<string>()

  constructor(said: Collected) {
    this.#said = said
  }

  record(number: number, line: string): void {
    const code = line.slice(0, 2)
    if (line.trim() === '') return
    this.#last = number
    if (this.#isEnded) {
      return this.#said.finding(`line ${number}`, 'RECORD_UNKNOWN', 'It stands after the end')
    }
    if (!known.includes(code)) {
      // A bank may tell more than is read here; what it pays is counted all the same.
      if (/^\d\d$/.test(code)) return
      return this.#said.finding(`line ${number}`, 'RECORD_UNKNOWN', `No record is called ${code}`)
    }
    if (code === '01') this.#stamp = line.slice(24, 44).trim()
    else if (code === '05') this.#open(number, line)
    else if (code === '15') this.#deposit(number, line)
    else if (code === '70') this.#totals(number, line)
    else if (code === '20' || code === '21') this.#payment(number, line)
    else this.#further(number, line)
  }

  end(): void {
    const place = `line ${this.#last}`
    if (!this.#isEnded)
      this.#said.finding(place, 'ENDS_TOO_SOON', 'The record of its end is missing')
    this.#refuseOpen(place)
  }

  #open(number: number, line: string): void {
    this.#refuseOpen(`line ${number}`)
    const account = plainAccount(line.slice(2, 12)) || plainAccount(line.slice(12, 22))
    const currency = line.slice(22, 25).trim()
    this.#section = { account: account === '0' ? '' : account, currency, payments: [] }
  }

  /** Payments that no deposit follows have no day: they are not taken. */
  #refuseOpen(place: string): void {
    const count = this.#section?.payments.length ?? 0
    if (count === 0) return
    this.#said.finding(place, 'ENDS_TOO_SOON', `${count} payments have no deposit after them`)
    this.#section!.payments = []
  }

  #payment(line: number, text: string): void {
    const isDeduction = text.startsWith('21')
    this.#counts[isDeduction ? '21' : '20']++
    this.#section?.payments.push({
      line,
      isDeduction,
      sender: plainAccount(text.slice(2, 12)),
      reference: text.slice(12, 37).trim(),
      referenceCode: text.slice(55, 56),
      amount: minorIn(text.slice(37, 55)),
      serial: text.slice(57, 69).trim(),
      parts: [],
      words: [],
      name: [],
      organisation: '',
    })
    if (this.#section === undefined) this.#refuseOrphan(line)
  }

  #refuseOrphan(line: number): void {
    this.#said.finding(`line ${line}`, 'ACCOUNT_MISSING', 'No record of its account stands before')
  }

  /** What is said further of the payment before it. */
  #further(line: number, text: string): void {
    const code = text.slice(0, 2)
    if (code === '22' || code === '23') this.#counts['22']++
    const payment = this.#section?.payments.at(-1)
    if (payment === undefined) {
      return this.#said.finding(`line ${line}`, 'RECORD_UNKNOWN', 'No payment stands before it')
    }
    if (code === '22' || code === '23') {
      const amount = minorIn(text.slice(37, 55))
      const signed = code === '23' && amount !== undefined ? -amount : amount
      const reference = referenceRead(text.slice(12, 37))
      if (reference === null) return void payment.words.push(text.slice(12, 37).trim())
      payment.parts.push({ line, reference, amount: signed ? `${signed}` : null })
    } else if (code === '25') payment.words.push(text.slice(2, 52).trim())
    else if (code === '26') payment.name.push(text.slice(2, 37).trim())
    else if (code === '29') payment.organisation = text.slice(2, 14).trim()
  }

  #deposit(number: number, line: string): void {
    this.#counts['15']++
    const place = `line ${number}`
    const section = this.#section
    if (section === undefined) return this.#refuseOrphan(number)
    const { payments, account } = section
    section.payments = []
    const currency = line.slice(68, 71).trim()
    const digits = line.slice(37, 45)
    const date = dayRead(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`)
    if (currency !== section.currency) {
      const message = `The deposit is in ${currency}, its account in ${section.currency}`
      return this.#said.finding(place, 'CURRENCY_DIFFERS', message)
    }
    const statement = this.#deposits++
    const deductions = payments.filter(({ isDeduction }) => isDeduction)
    const sum = payments.reduce(
      (total, { amount = 0n, isDeduction }) => total + (isDeduction ? -amount : amount),
      0n,
    )
    const stated = minorIn(line.slice(50, 68))
    const isNegative = sum < 0n
    compare(this.#said, place, 'SUM_DIFFERS', {
      what: 'The deposit',
      stated: stated !== undefined && isNegative ? -stated : stated,
      counted: sum,
      currency,
    })
    this.#compareCount(place, line.slice(71, 79), payments.length, deductions.length)
    const serial = this.#serialOf(place, line.slice(45, 50), `${account} ${digits}`)
    for (const payment of payments) {
      this.#said.entry(this.#found(payment, { account, currency, date, statement }))
    }
    this.#said.statement({
      place,
      number: statement,
      id: null,
      serial,
      account,
      currency,
      date: date ?? null,
      opening: null,
      closing: null,
      movement: `${sum}`,
    })
  }

  /** Some count what they deduct among the payments, some do not. */
  #compareCount(place: string, text: string, all: number, deductions: number): void {
    const stated = numberIn(text)
    if (stated === undefined || stated === all - deductions) return
    compareCounts(this.#said, place, 'payments', stated, all)
  }

  #serialOf(place: string, text: string, of: string): string | null {
    const serial = text.trim()
    if (!/^\d{5}$/.test(serial)) {
      this.#said.finding(place, 'SERIAL_INVALID', `${serial || 'Nothing'} is no serial number`)
      return null
    }
    const key = `${of} ${serial}`
    if (this.#serials.has(key)) {
      this.#said.finding(place, 'SERIAL_TWICE', `Deposit ${serial} stands here twice`)
    }
    this.#serials.add(key)
    return serial
  }

  #found(
    payment: Payment,
    whole: { account: string; currency: string; date: string | undefined; statement: number },
  ): EntryFound {
    const { line, isDeduction, reference, amount, serial, words, name, organisation } = payment
    const one = referenceRead(reference)
    const split = splitOf(payment)
    const rest = one === null && reference !== '' ? [reference] : []
    const bankRef = /^0*$/.test(serial) ? '' : serial
    return {
      place: `line ${line}`,
      kind: isDeduction ? 'REVERSAL' : 'PAYMENT',
      statement: whole.statement,
      account: whole.account,
      currency: whole.currency,
      amount,
      bookDate: whole.date,
      valueDate: whole.date,
      reference: split === null ? one : null,
      split,
      message: textRead([...rest, ...words].join(' '), 1000),
      payerName: textRead(name.join(' '), 140),
      payerAccount: textRead(
        payment.sender === '0' ? '' : giroRead('BANKGIRO', payment.sender),
        40,
      ),
      payerIdentificationNumber: textRead(organisation.replace(/^00(?=\d{10}$)/, ''), 20),
      bankRef: textRead(bankRef, 60),
      endToEndId: null,
      ownRef: bankRef || `${this.#stamp}/${line}`,
      entryRef: null,
      isWhole: true,
    }
  }

  #totals(number: number, line: string): void {
    this.#isEnded = true
    const place = `line ${number}`
    const stated = [2, 10, 18, 26].map((from) => numberIn(line.slice(from, from + 8)))
    const names = ['payments', 'deductions', 'further references', 'deposits']
    for (const [index, code] of counted.entries()) {
      compareCounts(this.#said, place, names[index]!, stated[index], this.#counts[code])
    }
    this.#refuseOpen(place)
  }
}

/** All of them are written there again, and behind one another in the payment itself. */
const severalReferences = '3'

/** Its further references, behind its own where that is one of them. */
function splitOf({ reference, referenceCode, parts }: Payment): PartRead[] | null {
  if (parts.length === 0) return null
  const all = parts.map(({ line: _, ...part }) => part)
  const own = referenceCode === severalReferences ? null : referenceRead(reference)
  const isOne = own !== null && !own.includes(' ') && !all.some((part) => part.reference === own)
  return isOne ? [{ reference: own, amount: null }, ...all] : all
}

/** In minor units, of which no account has more than sixteen digits. */
const minorIn = (text: string): bigint | undefined =>
  /^00\d{16}$/.test(text) ? BigInt(text) : undefined

const numberIn = (text: string): number | undefined =>
  /^\d{8}$/.test(text) ? Number(text) : undefined
