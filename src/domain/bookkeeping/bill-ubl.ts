import { companyNumberOf } from '../identification-number.ts'
import { decimal } from '../money.ts'
import { element as e, xmlText, type Element } from '../xml-text.ts'
import type { BillLine, BillParty, BillVat, BillVatInBase } from './bill.ts'

export interface ElectronicBill {
  number: number
  billDate: string
  dueDate: string
  currency: string
  buyerReference: string
  /** Taken from the client's account, so that nothing is left to pay to a bank. */
  setOff: boolean
  seller: BillParty
  buyer: BillParty
  lines: readonly BillLine[]
  vats: readonly BillVat[]
  net: bigint
  vat: bigint
  gross: bigint
  vatInBase: BillVatInBase | null
}

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

interface Scheme {
  /** Of ISO 6523, by which a company is found, and by which it is registered. */
  endpoint: readonly [string, (number: string) => string]
  legal: readonly [string, (number: string) => string]
}

const bare = (number: string) => number
const danish = ['0184', (number: string) => `DK${number}`] as const

const schemes: Readonly<Record<string, Scheme>> = {
  SE: { endpoint: ['0007', bare], legal: ['0007', bare] },
  NO: { endpoint: ['0192', bare], legal: ['0192', bare] },
  DK: { endpoint: danish, legal: danish },
  FI: {
    endpoint: ['0216', (number) => `0037${number}`],
    legal: ['0212', (number) => `${number.slice(0, 7)}-${number.slice(7)}`],
  },
}

function numbersOf({ identificationNumber, countryCode }: BillParty) {
  const number = companyNumberOf(identificationNumber ?? '', countryCode)
  const scheme = schemes[countryCode]
  if (number === null || scheme === undefined) return null
  const named = (name: string, [schemeID, of]: Scheme['legal']) => e(name, of(number), { schemeID })
  return {
    endpoint: named('cbc:EndpointID', scheme.endpoint),
    legal: named('cbc:CompanyID', scheme.legal),
  }
}

export const hasEndpoint = (party: BillParty): boolean => numbersOf(party) !== null

const categories = { STANDARD: 'S', REVERSE_CHARGE: 'AE', EXEMPT: 'E' } as const

const reasons = {
  REVERSE_CHARGE: 'Reverse charge',
  EXEMPT: 'Exempt: lending of money',
} as const

/** The bill as Peppol BIS Billing 3 has it: UBL 2.1, with the elements in the order of its schema. */
export function ublOf(bill: ElectronicBill): string {
  const { currency, net, gross, vatInBase } = bill
  const money = (name: string, minor: bigint) =>
    e(`cbc:${name}`, decimal(minor, currency), { currencyID: currency })
  const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
  return xmlText(
    e(
      'Invoice',
      [
        e('cbc:CustomizationID', customization),
        e('cbc:ProfileID', profile),
        e('cbc:ID', String(bill.number)),
        e('cbc:IssueDate', bill.billDate),
        e('cbc:DueDate', bill.dueDate),
        e('cbc:InvoiceTypeCode', '380'),
        e('cbc:DocumentCurrencyCode', currency),
        ...(vatInBase === null ? [] : [e('cbc:TaxCurrencyCode', vatInBase.currency)]),
        e('cbc:BuyerReference', bill.buyerReference),
        e('cac:AccountingSupplierParty', [partyOf(bill.seller)]),
        e('cac:AccountingCustomerParty', [partyOf(bill.buyer)]),
        e('cac:PaymentMeans', [
          // Clearing between partners, or whatever they have agreed.
          e('cbc:PaymentMeansCode', bill.setOff ? '97' : '1'),
          e('cbc:PaymentID', String(bill.number)),
        ]),
        taxTotalOf(bill, money),
        ...(vatInBase === null ? [] : [taxTotalInBase(vatInBase)]),
        e('cac:LegalMonetaryTotal', [
          money('LineExtensionAmount', net),
          money('TaxExclusiveAmount', net),
          money('TaxInclusiveAmount', gross),
          money('PayableAmount', gross),
        ]),
        ...bill.lines.map((line, at) => lineOf(line, at + 1, money)),
      ],
      {
        xmlns: `${ubl}:Invoice-2`,
        'xmlns:cac': `${ubl}:CommonAggregateComponents-2`,
        'xmlns:cbc': `${ubl}:CommonBasicComponents-2`,
      },
    ),
  )
}

type Money = (name: string, minor: bigint) => Element

const vatScheme = e('cac:TaxScheme', [e('cbc:ID', 'VAT')])

function partyOf(party: BillParty) {
  const { name, vatNumber, countryCode, email } = party
  const numbers = numbersOf(party)
  return e('cac:Party', [
    ...(numbers === null ? [] : [numbers.endpoint]),
    e('cac:PostalAddress', [e('cac:Country', [e('cbc:IdentificationCode', countryCode)])]),
    ...(vatNumber === null
      ? []
      : [e('cac:PartyTaxScheme', [e('cbc:CompanyID', vatNumber), vatScheme])]),
    e('cac:PartyLegalEntity', [
      e('cbc:RegistrationName', name),
      ...(numbers === null ? [] : [numbers.legal]),
    ]),
    ...(email === null ? [] : [e('cac:Contact', [e('cbc:ElectronicMail', email)])]),
  ])
}

const taxTotalOf = ({ vat, vats }: ElectronicBill, money: Money) =>
  e('cac:TaxTotal', [
    money('TaxAmount', vat),
    ...vats.map(({ treatment, rate, net, vat: of }) =>
      e('cac:TaxSubtotal', [
        money('TaxableAmount', BigInt(net)),
        money('TaxAmount', BigInt(of)),
        e('cac:TaxCategory', [
          e('cbc:ID', categories[treatment]),
          e('cbc:Percent', rate),
          ...(treatment === 'STANDARD' ? [] : [e('cbc:TaxExemptionReason', reasons[treatment])]),
          vatScheme,
        ]),
      ]),
    ),
  ])

/** Its rates are told in the currency of the bill alone. */
const taxTotalInBase = ({ currency: currencyID, amount }: BillVatInBase) =>
  e('cac:TaxTotal', [e('cbc:TaxAmount', decimal(amount, currencyID), { currencyID })])

const lineOf = ({ description, net, treatment, rate }: BillLine, at: number, money: Money) =>
  e('cac:InvoiceLine', [
    e('cbc:ID', String(at)),
    // What a line comes to is exact; what one of them costs may be rounded, or below zero.
    e('cbc:InvoicedQuantity', net < 0n ? '-1' : '1', { unitCode: 'C62' }),
    money('LineExtensionAmount', net),
    e('cac:Item', [
      e('cbc:Name', description),
      e('cac:ClassifiedTaxCategory', [
        e('cbc:ID', categories[treatment]),
        e('cbc:Percent', rate),
        vatScheme,
      ]),
    ]),
    e('cac:Price', [money('PriceAmount', net < 0n ? -net : net)]),
  ])
