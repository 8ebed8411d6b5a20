import { amountRead, dayRead, type BankFileFormat } from '../../domain/payments/bank-file.ts'
import { Unreadable } from '../apart/kinds.ts'
import { all, at, Broken, placeOf, readElements, textAt, type Element } from './camt-tree.ts'
import { entryOf, partiesOf, type CamtEntry } from './camt-entry.ts'
import { compare, compareCounts, textRead, type Collected } from './collected.ts'

const documents: Readonly<Record<string, BankFileFormat>> = {
  BkToCstmrStmt: 'CAMT053',
  BkToCstmrDbtCdtNtfctn: 'CAMT054',
}

/** What of a statement is known so far. */
interface Statement {
  number: number
  place: string
  entries: { CRDT: Counted; DBIT: Counted }
  movement: bigint
}
interface Counted {
  count: number
  sum: bigint
}

/**
 * A bank's statement (camt.053) or notification (camt.054) of any version, entry by entry. One
 * entry is one payment, or as many as it has transactions.
 */
export async function readCamt(
  pieces: AsyncIterable<string>,
  said: Collected,
): Promise<BankFileFormat> {
  const reading = new Reading(said)
  try {
    await readElements(pieces, (element, around) => reading.ended(element, around))
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    if (reading.format === undefined) {
      throw new Unreadable('UNREADABLE', `Line ${error.line}: it is no XML: ${error.message}`)
    }
    reading.broken(error)
  }
  if (reading.format === undefined) {
    throw new Unreadable('FORMAT_UNKNOWN', 'It is XML, and no statement or notification of a bank')
  }
  return reading.format
}

class Reading {
  readonly #said: Collected
  format: BankFileFormat | undefined
  #statement: Statement | undefined
  #count = 0
  #entry: CamtEntry | undefined
  readonly #serials = new Set<string>()

  constructor(said: Collected) {
    this.#said = said
  }

  broken({ line, message }: Broken): void {
    const isCut = /unclosed|unexpected end/i.test(message)
    const code = isCut ? 'ENDS_TOO_SOON' : 'UNREADABLE'
    this.#said.finding(`line ${line}`, code, `It is no XML from here on: ${message.slice(0, 200)}`)
  }

  ended(element: Element, around: readonly Element[]): boolean {
    const format = documents[around.find(({ name }) => name in documents)?.name ?? '']
    if (element.name in documents) this.format = documents[element.name]
    if (format === undefined) return false
    this.format = format
    const parent = around.at(-1)?.name
    if (element.name === 'TxDtls' && parent === 'NtryDtls')
      return this.#transaction(element, around)
    if (element.name === 'Ntry') return this.#entryEnded(element, around)
    if (element.name === 'Stmt' || element.name === 'Ntfctn') return this.#statementEnded(element)
    return false
  }

  #statementOf(element: Element): Statement {
    return (this.#statement ??= {
      number: this.#count++,
      place: placeOf(element),
      entries: { CRDT: { count: 0, sum: 0n }, DBIT: { count: 0, sum: 0n } },
      movement: 0n,
    })
  }

  #entryOf(entry: Element, around: readonly Element[]): CamtEntry {
    const owner = around.find(({ name }) => name === 'Stmt' || name === 'Ntfctn')
    const statement = this.#statementOf(owner ?? entry)
    return (this.#entry ??= entryOf(entry, owner, {
      place: placeOf(entry, around),
      statement: statement.number,
    }))
  }

  /** Kept back until the next one comes, or none: one alone is the entry itself. */
  #transaction(element: Element, around: readonly Element[]): boolean {
    const index = around.findIndex(({ name }) => name === 'Ntry')
    const ntry = around[index]
    if (ntry === undefined) return true
    const entry = this.#entryOf(ntry, around.slice(0, index))
    entry.add(element, placeOf(element, around), this.#said)
    return true
  }

  #entryEnded(element: Element, around: readonly Element[]): boolean {
    const statement = this.#statementOf(around.at(-1) ?? element)
    const entry = this.#entryOf(element, around)
    this.#entry = undefined
    entry.end(this.#said)
    if (!entry.isBooked || entry.amount === undefined) return true
    const side = statement.entries[entry.isCredit ? 'CRDT' : 'DBIT']
    side.count++
    side.sum += entry.amount
    statement.movement += entry.isCredit ? entry.amount : -entry.amount
    return true
  }

  #statementEnded(element: Element): boolean {
    const statement = this.#statementOf(element)
    this.#statement = undefined
    const { account, currency } = partiesOf(element)
    const { place, number, movement } = statement
    if (account === '') this.#said.finding(place, 'ACCOUNT_MISSING', 'No account is named')
    this.#compareTotals(element, statement, currency)
    const opening = this.#balanceOf(element, place, currency, ['OPBD', 'PRCD'])
    const closing = this.#balanceOf(element, place, currency, ['CLBD'])
    if (opening?.amount !== undefined && closing?.amount !== undefined) {
      const counted = opening.amount + movement
      const what = 'The closing balance'
      compare(this.#said, place, 'BALANCE_DIFFERS', {
        what,
        stated: closing.amount,
        counted,
        currency,
      })
    }
    this.#said.statement({
      place,
      number,
      id: textRead(textAt(element, 'Id'), 35),
      serial: this.#serialOf(element, account, place),
      account,
      currency,
      date: closing?.date ?? dayRead(textAt(element, 'FrToDt/ToDtTm', 'CreDtTm')) ?? null,
      opening: opening?.amount?.toString() ?? null,
      closing: closing?.amount?.toString() ?? null,
      movement: `${movement}`,
    })
    return true
  }

  /** The first of these kinds of balance that the statement has. */
  #balanceOf(element: Element, place: string, currency: string, kinds: readonly string[]) {
    const balances = all(element, 'Bal')
    const found = kinds
      .map((kind) => balances.find((one) => textAt(one, 'Tp/CdOrPrtry/Cd') === kind))
      .find((one) => one !== undefined)
    if (found === undefined) return undefined
    const date = dayRead(textAt(found, 'Dt/Dt', 'Dt/DtTm'))
    const stated = at(found, 'Amt')?.attributes['Ccy'] ?? currency
    if (stated !== currency) {
      const message = `A balance is in ${textRead(stated, 3) ?? 'none'}, the account in ${currency}`
      this.#said.finding(place, 'CURRENCY_DIFFERS', message)
      return { amount: undefined, date }
    }
    const amount = amountRead(textAt(found, 'Amt'), currency)
    const isOwed = textAt(found, 'CdtDbtInd') === 'DBIT'
    return { amount: amount === undefined ? undefined : isOwed ? -amount : amount, date }
  }

  #serialOf(element: Element, account: string, place: string): string | null {
    const serial = textRead(textAt(element, 'LglSeqNb', 'ElctrncSeqNb'), 18)
    if (serial === null) return null
    const page = textAt(element, 'StmtPgntn/PgNb', 'NtfctnPgntn/PgNb')
    const key = `${account} ${serial} ${page}`
    if (!/^\d+$/.test(serial)) {
      this.#said.finding(place, 'SERIAL_INVALID', `${serial} is no serial number`)
    } else if (this.#serials.has(key)) {
      this.#said.finding(place, 'SERIAL_TWICE', `Statement ${serial} stands here twice`)
    }
    this.#serials.add(key)
    return serial
  }

  #compareTotals(element: Element, { entries, place }: Statement, currency: string): void {
    const { CRDT, DBIT } = entries
    const both = { count: CRDT.count + DBIT.count, sum: CRDT.sum + DBIT.sum }
    const counted = { TtlNtries: both, TtlCdtNtries: CRDT, TtlDbtNtries: DBIT }
    for (const [name, { count, sum }] of Object.entries(counted)) {
      const total = at(element, `TxsSummry/${name}`)
      const entriesOf = name === 'TtlNtries' ? 'entries' : `${name.slice(3, 6)} entries`
      const stated = textAt(total, 'NbOfNtries')
      compareCounts(
        this.#said,
        place,
        entriesOf,
        /^\d{1,15}$/.test(stated) ? Number(stated) : undefined,
        count,
      )
      compare(this.#said, place, 'SUM_DIFFERS', {
        what: `The sum of ${entriesOf}`,
        stated: amountRead(textAt(total, 'Sum'), currency),
        counted: sum,
        currency,
      })
    }
  }
}
