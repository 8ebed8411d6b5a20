import { isBankgiro } from '../../domain/clients/payment-accounts.ts'
import { isIdOf } from '../../domain/id-forms.ts'
import {
  amountRead,
  dayRead,
  noAmount,
  plainAccount,
  type HeadRead,
  type PartRead,
} from '../../domain/payments/bank-file.ts'
import {
  compare,
  compareCounts,
  giroRead,
  referenceRead,
  textRead,
  type Collected,
  type EntryFound,
} from './collected.ts'
import { all, at, textAt, type Element } from './camt-tree.ts'

/** Whose account it is, as the statement says it. */
export function partiesOf(statement: Element | undefined) {
  const account = plainAccount(textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/BBAN'))
  const stated = textAt(statement, 'Acct/Ccy')
  const balance = at(statement, 'Bal/Amt')?.attributes['Ccy']
  return { account: account.slice(0, 40), currency: stated || (balance ?? '') }
}

export function entryOf(
  element: Element,
  statement: Element | undefined,
  where: { place: string; statement: number },
): CamtEntry {
  return new CamtEntry(element, statement, where)
}

interface Waiting {
  element: Element
  place: string
}

/** One entry of a statement, whose transactions come one by one. */
export class CamtEntry {
  readonly #element: Element
  readonly #place: string
  readonly #statement: number
  readonly #id: string
  readonly #account: string
  readonly #bankgiro: string | null
  readonly #currency: string
  readonly amount: bigint | undefined
  readonly isCredit: boolean
  readonly isBooked: boolean
  readonly #direction: string
  readonly #status: string
  #waiting: Waiting | undefined
  /** Those whose amount is said in no way that counts here: the first, how many, and their words. */
  #unsaid: (Waiting & { count: number; words: string }) | undefined
  #count = 0
  #sum = 0n
  #whole = true

  constructor(
    element: Element,
    statement: Element | undefined,
    { place, statement: number }: { place: string; statement: number },
  ) {
    const { account, currency } = partiesOf(statement)
    const amount = at(element, 'Amt')
    this.#element = element
    this.#place = place
    this.#statement = number
    this.#id = textAt(statement, 'Id')
    this.#account = account
    this.#bankgiro = bankgiroOf(at(statement, 'RltdAcct'))
    this.#currency = currency || (amount?.attributes['Ccy'] ?? '')
    this.#direction = textAt(element, 'CdtDbtInd')
    this.isCredit = this.#direction === 'CRDT'
    // Where nothing is said of it, a statement is of what is booked.
    this.#status = textAt(element, 'Sts/Cd', 'Sts/Prtry', 'Sts') || 'BOOK'
    this.isBooked = this.#status === 'BOOK' && (this.isCredit || this.#direction === 'DBIT')
    this.amount = amountRead(amount?.text ?? '', this.#currency)
  }

  add(element: Element, place: string, said: Collected): void {
    const before = this.#waiting
    this.#count++
    if (before !== undefined) this.#transaction(before, said, false)
    this.#waiting = { element, place }
  }

  /** All of its transactions are known; without any it is one itself. */
  end(said: Collected): void {
    const isOne = this.#count <= 1
    const { currency, place } = { currency: this.#currency, place: this.#place }
    this.#refuseUnclear(said)
    if (this.isBooked) this.#refuseForeign(said)
    this.#transaction(this.#waiting ?? { element: this.#element, place }, said, isOne)
    if (isOne || !this.isBooked) return
    this.#compareCount(said)
    this.#rest(said)
    if (this.amount === undefined || !this.#whole) return
    const what = 'The sum of its transactions'
    const compared = { what, stated: this.amount, counted: this.#sum, currency }
    compare(said, place, 'SUM_DIFFERS', compared)
  }

  /** What nobody can say whether it has come is told, and never passed over. */
  #refuseUnclear(said: Collected): void {
    if (!statuses.has(this.#status)) {
      const status = textRead(this.#status, 35) ?? ''
      said.finding(this.#place, 'STATUS_UNKNOWN', `Nobody knows whether ${status} is booked`)
    } else if (this.#status === 'BOOK' && !this.isBooked) {
      const message = 'It is neither said to have come (CRDT) nor to have gone (DBIT)'
      said.finding(this.#place, 'DIRECTION_MISSING', message)
    }
  }

  #compareCount(said: Collected): void {
    const stated = all(this.#element, 'NtryDtls').map((one) => textAt(one, 'Btch/NbOfTxs'))
    if (!stated.every((text) => /^\d{1,15}$/.test(text))) return
    const sum = stated.reduce((count, text) => count + Number(text), 0)
    compareCounts(said, this.#place, 'transactions', sum, this.#count)
  }

  /** What the entry has beside those whose amounts are known came as well: one payment. */
  #rest(said: Collected): void {
    const unsaid = this.#unsaid
    if (unsaid === undefined) return
    const amount = this.#wholeAmount() === undefined ? 0n : (this.amount ?? 0n) - this.#sum
    if (amount <= 0n) return said.finding(unsaid.place, 'AMOUNT_INVALID', noAmount(this.#currency))
    const isAll = this.#sum === 0n
    this.#whole = true
    this.#sum += amount
    const kind = 'PAYMENT'
    if (unsaid.count === 1) {
      const { element, place } = unsaid
      said.entry(this.#found(element, { place, kind, amount, isWhole: false }))
      return
    }
    const found = this.#found(this.#element, { place: this.#place, kind, amount, isWhole: isAll })
    const message = textRead(unsaid.words, 1000) ?? found.message
    const ownRef = isAll ? found.ownRef : `${found.ownRef}/rest`
    said.entry({ ...found, message, ownRef })
  }

  #refuseForeign(said: Collected): void {
    const stated = at(this.#element, 'Amt')?.attributes['Ccy'] ?? ''
    if (stated === this.#currency) return
    said.finding(
      this.#place,
      'CURRENCY_DIFFERS',
      `The entry is in ${stated || 'nothing'}, its account in ${this.#currency}`,
    )
  }

  #transaction({ element, place }: Waiting, said: Collected, isWhole: boolean): void {
    const kind = this.#kindOf(element)
    const amount = isWhole ? this.#wholeAmount() : this.#amountOf(element)
    if (amount === undefined) this.#whole = false
    if (amount === undefined && !isWhole && kind === 'PAYMENT' && this.isCredit) {
      if (amountsOf(element).every((one) => one.attributes['Ccy'] !== this.#currency)) {
        return this.#keepUnsaid(element, place)
      }
    }
    this.#sum += this.#isCredit(element) === this.isCredit ? (amount ?? 0n) : -(amount ?? 0n)
    if (kind === undefined) {
      const isUnsaid = amount === undefined && !isWhole && amountsOf(element).length === 0
      return this.#sent(element, place, isUnsaid ? null : amount, said)
    }
    said.entry(this.#found(element, { place, kind, amount, isWhole }))
  }

  #keepUnsaid(element: Element, place: string): void {
    const { count = 0, words = '', ...first } = this.#unsaid ?? {}
    const { message } = remittanceOf(element, this.#element, this.#currency)
    const more = [words, payerOf(element).payerName, message].filter(Boolean).join(' ')
    this.#unsaid = { element, place, ...first, count: count + 1, words: more.slice(0, wordsMax) }
  }

  /** One whose amount is said in no way that can be compared has not arrived by that. */
  #sent(element: Element, place: string, amount: bigint | null | undefined, said: Collected): void {
    const id = textAt(element, 'Refs/EndToEndId')
    if (!this.isBooked || !isOrdered(id)) return
    const [account, currency] = [this.#account, this.#currency]
    if (amount === undefined) return said.finding(place, 'AMOUNT_INVALID', noAmount(currency))
    const minor = amount === null ? null : `${amount}`
    said.sent({ place, account, currency, id, amount: minor, day: this.#bookDate() ?? null })
  }

  /** Of one transaction the entry says what came onto the account, in the currency of that. */
  #wholeAmount(): bigint | undefined {
    const stated = at(this.#element, 'Amt')?.attributes['Ccy'] ?? ''
    return stated === this.#currency ? this.amount : undefined
  }

  #amountOf(element: Element): bigint | undefined {
    const own = amountsOf(element).find((one) => one.attributes['Ccy'] === this.#currency)
    return amountRead(own?.text ?? '', this.#currency)
  }

  /** What goes out is ours to know of; what takes back what came in is not. */
  #kindOf(element: Element): EntryFound['kind'] | undefined {
    if (!this.isBooked) return undefined
    if (this.#isCredit(element)) return 'PAYMENT'
    return this.#isBack(element) ? 'REVERSAL' : undefined
  }

  #bookDate() {
    return dayRead(textAt(this.#element, 'BookgDt/Dt', 'BookgDt/DtTm'))
  }

  /** A collective entry may hold some that go the other way. */
  #isCredit(element: Element): boolean {
    const own = textAt(element, 'CdtDbtInd')
    return own === '' ? this.isCredit : own === 'CRDT'
  }

  #found(
    element: Element,
    { place, kind, amount, isWhole }: Pick<EntryFound, 'place' | 'kind' | 'amount' | 'isWhole'>,
  ): EntryFound {
    const entryRef = textAt(this.#element, 'AcctSvcrRef')
    const ownRef = textAt(element, 'Refs/AcctSvcrRef', 'Refs/TxId', 'Refs/UETR')
    const entry = this.#element
    const bookDate = this.#bookDate()
    const otherwise = [this.#id, textAt(entry, 'NtryRef') || entry.number, element.number].join('/')
    return {
      place,
      kind,
      statement: this.#statement,
      account: this.#account,
      currency: this.#currency,
      amount,
      bookDate,
      valueDate: dayRead(textAt(entry, 'ValDt/Dt', 'ValDt/DtTm')) ?? bookDate,
      ...payerOf(element, kind === 'PAYMENT' && this.#isBack(element)),
      ...remittanceOf(element, entry, this.#currency),
      bankRef: textRead(ownRef || entryRef, 60),
      endToEndId: textRead(textAt(element, 'Refs/EndToEndId').replace(/^NOTPROVIDED$/, ''), 35),
      ownRef: ownRef || entryRef || otherwise,
      entryRef: entryRef || null,
      // By a name of its own it is a part, which a statement may give as the entry alone.
      isWhole: isWhole && (ownRef === '' || ownRef === entryRef),
      bankgiro: this.#bankgiroOf(element),
      returns: kind === 'PAYMENT' ? this.#returned(element) : null,
    }
  }

  /** Several may be at one account; of what comes back, the creditor is another. */
  #bankgiroOf(element: Element): string | null {
    if (this.#isBack(element)) return this.#bankgiro
    return bankgiroOf(at(at(element, 'RltdPties'), 'CdtrAcct')) ?? this.#bankgiro
  }

  /** What we had sent and comes in again, as the bank says by its id and why. */
  #returned(element: Element): HeadRead['returns'] {
    const id = textAt(element, 'Refs/EndToEndId')
    if (!isIdOf('PO', id) || !this.#isBack(element)) return null
    const why = textAt(at(element, 'RtrInf'), 'Rsn/Cd', 'Rsn/Prtry')
    return { id, code: textRead(why, 35) ?? 'NARR' }
  }

  /** It undoes what was booked before. */
  #isBack(element: Element): boolean {
    const isReversed = /^(?:true|1)$/.test(textAt(this.#element, 'RvslInd'))
    return isReversed || at(element, 'RtrInf') !== undefined
  }
}

const statuses: ReadonlySet<string> = new Set(['BOOK', 'PDNG', 'INFO', 'FUTR'])
const wordsMax = 1000

/** What a transaction says of its amount, in whichever currency. */
const amountsOf = (element: Element): Element[] =>
  [at(element, 'Amt'), at(element, 'AmtDtls/TxAmt/Amt')].filter((one) => one !== undefined)

/** What we have banks pay goes out under the id of the payout or return. */
const isOrdered = (id: string): boolean => isIdOf('PO', id) || isIdOf('PR', id)

const giros: Readonly<Record<string, 'BANKGIRO' | 'PLUSGIRO'>> = {
  BGNR: 'BANKGIRO',
  PGNR: 'PLUSGIRO',
}

/** The digits of an account that is said to be a giro. */
function giroOf(account: Element | undefined) {
  const kind = giros[textAt(account, 'Id/Othr/SchmeNm/Prtry', 'Id/Othr/SchmeNm/Cd')]
  if (kind === undefined) return undefined
  return { kind, digits: plainAccount(textAt(account, 'Id/Othr/Id')) }
}

function bankgiroOf(account: Element | undefined): string | null {
  const { kind, digits = '' } = giroOf(account) ?? {}
  return kind === 'BANKGIRO' && isBankgiro(digits) ? digits : null
}

/**
 * Newer versions have one more level around a party. What comes back has the parties of what was
 * sent: from whom it comes is who was to get it.
 */
function payerOf(element: Element, isBack = false) {
  const parties = at(element, 'RltdPties')
  const side = isBack && at(parties, 'Cdtr') !== undefined ? 'Cdtr' : 'Dbtr'
  const [payer, last] = [side, `Ultmt${side}`].map((name) => {
    const party = at(parties, name)
    // Who pays may be a bank itself, which stands there as one.
    return at(party, 'Pty') ?? party
  })
  const of = at(parties, `${side}Acct`)
  const giro = giroOf(of)
  const account =
    giro === undefined
      ? textAt(of, 'Id/IBAN', 'Id/Othr/Id', 'Id/BBAN')
      : giroRead(giro.kind, giro.digits)
  const ids = ['Id/OrgId/Othr/Id', 'Id/PrvtId/Othr/Id', 'Id/OrgId/AnyBIC']
  return {
    payerName: textRead(textAt(payer, 'Nm', 'Agt/FinInstnId/Nm') || textAt(last, 'Nm'), 140),
    payerAccount: textRead(account, 40),
    payerIdentificationNumber: textRead(textAt(payer, ...ids), 20),
  }
}

/** What it is for: one reference, several with their parts, or only words. */
function remittanceOf(element: Element, entry: Element, currency: string) {
  const remittance = at(element, 'RmtInf')
  const structured = all(remittance, 'Strd')
  const parts = structured.flatMap((one) => partOf(one, currency))
  const words = [
    ...all(remittance, 'Ustrd').map(({ text }) => text.trim()),
    ...structured.flatMap((one) => all(one, 'AddtlRmtInf').map(({ text }) => text.trim())),
  ]
  const said = words.join(' ') || textAt(element, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')
  const [first] = parts
  const isOne = parts.length === 1 && first !== undefined
  return {
    reference: isOne ? first.reference : parts.length === 0 ? referenceInWords(words) : null,
    split: parts.length > 1 ? parts : null,
    message: textRead(said, 1000),
  }
}

/** One reference, or documents that were paid together; of several only their sum is known. */
function partOf(structured: Element, currency: string): PartRead[] {
  const own = textAt(structured, 'CdtrRefInf/Ref')
  const said = own === '' ? all(structured, 'RfrdDocInf').map((one) => textAt(one, 'Nb')) : [own]
  const references = said.flatMap((text) => referenceRead(text) ?? [])
  const amount = references.length === 1 ? amountOfPart(structured, currency) : null
  return references.map((reference) => ({ reference, amount }))
}

/** Below zero where a credit note was deducted. */
function amountOfPart(structured: Element, currency: string): string | null {
  const said = at(structured, 'RfrdDocAmt')
  const paid = at(said, 'RmtdAmt') ?? at(said, 'DuePyblAmt')
  const credit = at(said, 'CdtNoteAmt')
  const amount = (one: Element | undefined) =>
    one?.attributes['Ccy'] === currency ? amountRead(one.text, currency) : undefined
  const [plus, minus] = [amount(paid), amount(credit)]
  const whole = plus ?? (minus === undefined ? undefined : -minus)
  return whole?.toString() ?? null
}

/** Words that are nothing but a reference: digits, or one that begins as RF references do. */
function referenceInWords(words: readonly string[]): string | null {
  const [only, more] = words
  if (only === undefined || more !== undefined) return null
  const isReference = /^(?:\d[\d ]{2,29}|RF\d{2}[0-9A-Za-z ]{1,26})$/.test(only)
  return isReference ? referenceRead(only) : null
}
