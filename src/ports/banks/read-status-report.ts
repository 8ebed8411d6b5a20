import {
  amountRead,
  entriesMost,
  findingsKept,
  type Finding,
} from '../../domain/payments/bank-file.ts'
import { outcomeOf, type StatusRead } from '../../domain/payments/status-report.ts'
import { Unreadable, type Given } from '../apart/kinds.ts'
import { at, Broken, placeOf, readElements, textAt, type Element } from './camt-tree.ts'
import { textRead } from './collected.ts'
import { begin, encodingOfXml, textOf } from './text-of.ts'

const pageSize = 500

/** As it is asked for from another process: what a bank says, in pages, and what is wrong. */
export async function readStatusReportApart(given: Given): Promise<Given> {
  const reading = new Reading()
  const said = { finding: reading.finding.bind(reading) }
  const { begun, bytes } = await begin(given)
  try {
    await readElements(textOf(bytes, encodingOfXml(begun), said), (element, around) =>
      reading.ended(element, around),
    )
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    const message = `It is no XML from here on: ${error.message.slice(0, 200)}`
    reading.finding(`line ${error.line}`, 'UNREADABLE', message)
  }
  return reading.result()
}

/** A report of payments (pain.002) of any version; what it says of many holds for each of them. */
class Reading {
  readonly #findings: Finding[] = []
  readonly #parts: Uint8Array[] = []
  #page: StatusRead[] = []
  #found = 0
  #count = 0
  #isOne = false
  /** Whether the message, or the present part of it, says something of single payments. */
  #inMessage = false
  #inPart = false

  finding(place: string, code: Finding['code'], message: string): void {
    this.#found++
    if (this.#findings.length < findingsKept) this.#findings.push({ place, code, message })
  }

  ended(element: Element, around: readonly Element[]): boolean {
    const report = around.find(({ name }) => name === 'CstmrPmtStsRpt')
    if (report === undefined) {
      if (element.name === 'CstmrPmtStsRpt') this.#messageEnded(element)
      return false
    }
    this.#isOne = true
    const part = around.find(({ name }) => name === 'OrgnlPmtInfAndSts')
    if (element.name === 'TxInfAndSts') {
      this.#inMessage = this.#inPart = true
      const whole = textAt(report, 'OrgnlGrpInfAndSts/GrpSts')
      this.#payment(element, around, textAt(element, 'TxSts') || textAt(part, 'PmtInfSts') || whole)
      return true
    }
    if (element.name === 'OrgnlPmtInfAndSts') {
      this.#inMessage = true
      if (!this.#inPart) {
        const status = textAt(element, 'PmtInfSts')
        this.#say(element, around, { level: 'PART', id: textAt(element, 'OrgnlPmtInfId'), status })
      }
      this.#inPart = false
      return true
    }
    return false
  }

  #messageEnded(element: Element): void {
    this.#isOne = true
    const group = at(element, 'OrgnlGrpInfAndSts')
    if (this.#inMessage || group === undefined) return
    const [id, status] = [textAt(group, 'OrgnlMsgId'), textAt(group, 'GrpSts')]
    this.#say(group, [element], { level: 'MESSAGE', id, status })
  }

  #payment(element: Element, around: readonly Element[], status: string): void {
    const id = textAt(element, 'OrgnlEndToEndId')
    const amt = at(element, 'OrgnlTxRef/Amt/InstdAmt') ?? at(element, 'OrgnlTxRef/IntrBkSttlmAmt')
    const currency = amt?.attributes['Ccy'] ?? null
    const amount = currency === null ? undefined : amountOf(amt?.text ?? '', currency)
    this.#say(element, around, { level: 'PAYMENT', id, status }, { amount, currency })
  }

  #say(
    element: Element,
    around: readonly Element[],
    { level, id, status }: Pick<StatusRead, 'level' | 'id' | 'status'>,
    { amount, currency = null }: { amount?: bigint | undefined; currency?: string | null } = {},
  ): void {
    if (++this.#count > entriesMost) {
      throw new Unreadable('TOO_MANY_ENTRIES', `It speaks of more than ${entriesMost} payments`)
    }
    const place = placeOf(element, around)
    const name = textRead(id, 35)
    if (name === null) return this.finding(place, 'PAYMENT_UNKNOWN', 'It says not of what it is')
    if (outcomeOf(status) === undefined) {
      const shown = textRead(status, 35) ?? 'Nothing'
      return this.finding(place, 'STATUS_UNKNOWN', `${shown} is no status of a payment`)
    }
    const why = ['Rsn/Cd', 'Rsn/Prtry', 'AddtlInf'].flatMap((path) => {
      const text = textAt(at(element, 'StsRsnInf'), path)
      return text === '' ? [] : [text]
    })
    const reason = textRead(why.join(' '), 140)
    this.#page.push({
      place,
      level,
      id: name,
      status,
      reason,
      amount: amount === undefined ? null : `${amount}`,
      currency: amount === undefined ? null : currency,
    })
    if (this.#page.length >= pageSize) this.#close()
  }

  #close(): void {
    if (this.#page.length === 0) return
    this.#parts.push(Buffer.from(JSON.stringify(this.#page)))
    this.#page = []
  }

  result(): Given {
    this.#close()
    if (!this.#isOne) throw new Unreadable('FORMAT_UNKNOWN', 'It is no report of payments')
    return {
      value: { findings: this.#findings, findingCount: this.#found },
      parts: this.#parts,
    }
  }
}

function amountOf(text: string, currency: string): bigint | undefined {
  try {
    return amountRead(text, currency)
  } catch {
    return undefined
  }
}
