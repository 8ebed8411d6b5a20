import Big from 'big.js'
import type { BillLine, BillParty, BillVat, BillVatInBase } from '../bookkeeping/bill.ts'
import { retentionUntil } from '../bookkeeping/retention.ts'
import type { FrozenInvoice } from '../invoices/documents/frozen-invoice.ts'
import type { Language } from '../languages.ts'
import { decimal, sum } from '../money.ts'
import type { ChargeType } from '../pricing/price.ts'
import { billWords, chargeWords } from './bill-words.ts'

interface Charged {
  chargeType: ChargeType
  quantity: number
  unitPrice?: string | null | undefined
  percent?: string | null | undefined
  vatTreatment: BillVat['treatment']
  vatRate: string
  amount: bigint
  text: string
}

/** One line for each kind of charge at each price; what a person wrote stands by itself. */
export function linesOf(charges: readonly Charged[], language: Language): BillLine[] {
  const groups = Map.groupBy(charges, (charge) => {
    const { chargeType, unitPrice, percent, vatTreatment, vatRate, text } = charge
    return [chargeType, unitPrice ?? '', percent ?? '', vatTreatment, vatRate, text].join('|')
  })
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => {
      const { chargeType, unitPrice, percent, vatTreatment: treatment, vatRate, text } = some[0]!
      const word = chargeWords[language][chargeType]
      return {
        description: text === '' ? word : `${word}: ${text}`,
        quantity: some.reduce((total, { quantity }) => total + quantity, 0),
        unitPrice: unitPrice == null || percent != null ? null : new Big(unitPrice).toFixed(),
        treatment,
        rate: new Big(vatRate).toFixed(),
        net: sum(some.map(({ amount }) => amount)),
      }
    })
}

export interface BillShown {
  tenantId: string
  clientId: string
  id: string
  number: number
  billDate: string
  dueDate: string
  currency: string
  net: bigint
  vat: bigint
  gross: bigint
  vats: readonly BillVat[]
  vatInBase: BillVatInBase | null
  setOff: boolean
  invoiceReference: string | null
  language: Language
  seller: BillParty
  buyer: BillParty & { address: string[]; customerNumber: string }
  lines: readonly BillLine[]
  now: Date
}

const shownOf = ({ name, identificationNumber, vatNumber, email }: BillParty) => ({
  name,
  identificationNumber,
  vatNumber,
  email,
  phone: null,
})

/** The bill as invoices are drawn: from the tenant, to its client. */
export function documentOf(bill: BillShown): FrozenInvoice {
  const { language, currency, seller, buyer, vats } = bill
  const inWords = (minor: bigint | string) => decimal(BigInt(minor), currency)
  const words = billWords[language]
  const has = (treatment: BillVat['treatment']) => vats.some((one) => one.treatment === treatment)
  const notes = [
    has('REVERSE_CHARGE') ? words.reverseCharge : '',
    has('EXEMPT') ? words.exempt : '',
    bill.setOff ? words.setOff : '',
  ]
  const payment = { payee: seller.name, account: null, reference: String(bill.number) }
  return {
    format: 1,
    tenantId: bill.tenantId,
    invoiceId: bill.id,
    clientId: bill.clientId,
    debtorId: bill.clientId,
    activation: 1,
    frozenAt: bill.now.toISOString(),
    produce: 'AT_ACTIVATION',
    language,
    look: { primary: '#1f3a5f', logoKey: null, compact: false },
    type: 'INVOICE',
    invoiceNumber: String(bill.number),
    invoiceDate: bill.billDate,
    expireDate: bill.dueDate,
    deliveryDate: null,
    currency,
    sender: { ...shownOf(seller), address: [], fTax: false },
    debtor: { ...shownOf(buyer), address: buyer.address, customerNumber: buyer.customerNumber },
    references: bill.invoiceReference === null ? {} : { yourReference: bill.invoiceReference },
    rows: bill.lines.map((line) => ({
      type: 'LINE',
      articleNumber: null,
      description: line.description,
      quantity: String(line.quantity),
      unit: null,
      price: line.unitPrice,
      discount: null,
      vatPercentage: line.rate,
      net: inWords(line.net),
    })),
    vats: vats.map(({ rate, net, vat }) => ({ rate, base: inWords(net), amount: inWords(vat) })),
    net: inWords(bill.net),
    vat: inWords(bill.vat),
    ...vatInBaseOf(bill),
    rounding: inWords(0n),
    gross: inWords(bill.gross),
    payment: bill.setOff ? null : payment,
    credits: [],
    message: notes.filter((note) => note !== '').join(' ') || null,
    interestText: null,
    assignmentText: null,
    footer: null,
    retentionUntil: retentionUntil(bill.billDate),
  }
}

function vatInBaseOf({ vatInBase }: BillShown): Pick<FrozenInvoice, 'vatInBase'> {
  if (vatInBase === null) return {}
  const { currency, amount, rate } = vatInBase
  return { vatInBase: { currency, amount: decimal(amount, currency), rate } }
}
