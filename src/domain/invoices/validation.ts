import Big from 'big.js'
import type { PaymentAccount } from '../clients/payment-accounts.ts'
import type { BusinessDate } from '../dates.ts'
import type { Channel } from '../distribution/document.ts'
import { refuse } from '../refusal.ts'
import { addressLines } from './documents/address.ts'
import type { InvoiceType } from './invoice.ts'
import { dayOfSupply } from './invoice-sent.ts'
import { vatRatesOf } from './vat-rates.ts'

interface FaultText {
  message: string
  /** The field of the invoice with the fault; empty if it is none of its fields. */
  pointer: string
  /** True if it only prevents sending, not booking. */
  ofSending?: true
}

/** Each fault that an invoice can have, with its message. */
export const invoiceFaults = {
  CLIENT_NOT_ACTIVE: { message: 'The client is not in business', pointer: '/clientId' },
  NO_ROWS: { message: 'The invoice has no rows', pointer: '/articleRows' },
  PRICE_MISSING: {
    message: 'A row that sells something has neither price nor discount',
    pointer: '/articleRows',
  },
  EXPIRES_TOO_EARLY: {
    message: 'It expires before it is invoiced',
    pointer: '/dates/expireDate',
  },
  VAT_RATE_UNKNOWN: {
    message: 'A rate of VAT is not in force on the day of the supply',
    pointer: '/articleRows',
  },
  VAT_ON_INTEREST: {
    message: 'Interest for late payment carries no VAT',
    pointer: '/articleRows',
  },
  PRODUCT_NOT_ENABLED: {
    message: 'The product is not enabled for the client',
    pointer: '/productCode',
  },
  PAYMENT_ACCOUNT_MISSING: {
    message: 'The client has no account for debtors to pay to',
    pointer: '/clientId',
  },
  REFERENCE_MISSING: {
    message: 'The client asks for a reference of the debtor, and there is none',
    pointer: '/references/your',
  },
  PERIOD_LOCKED: {
    message: 'The books are locked on the day it would be booked',
    pointer: '',
  },
  DEBTOR_NAME_MISSING: { message: 'The debtor has no name', pointer: '/debtor/name' },
  DEBTOR_EMAIL_MISSING: {
    message: 'The debtor has no e-mail address, by which the client sends invoices',
    pointer: '/debtor/email',
    ofSending: true,
  },
  DEBTOR_PHONE_MISSING: {
    message: 'The debtor has no telephone number, by which the client sends invoices',
    pointer: '/debtor/phone',
    ofSending: true,
  },
  DEBTOR_ADDRESS_MISSING: {
    message: 'The debtor has no postal address, by which the client sends invoices',
    pointer: '/debtor/invoiceAddress',
    ofSending: true,
  },
  DEBTOR_PEPPOL_ID_MISSING: {
    message: 'The debtor has no Peppol id, by which the client sends invoices',
    pointer: '/debtor/peppolId',
    ofSending: true,
  },
  DEBTOR_NUMBER_MISSING: {
    message: 'The debtor has no identification number, which the channel asks for',
    pointer: '/debtor/identificationNumber',
    ofSending: true,
  },
} as const satisfies Record<string, FaultText>

export type InvoiceFault = keyof typeof invoiceFaults

/** Of the client's invoice settings. */
interface InvoiceChoices {
  defaultChannel: Channel
  paymentAccount: PaymentAccount | null
  yourReferenceRequired: boolean
}

export interface ValidationFacts {
  invoice: {
    type: InvoiceType
    bookedDate?: BusinessDate | null | undefined
    invoiceDate: BusinessDate
    expireDate: BusinessDate
    deliveryDate?: BusinessDate | null | undefined
    vats: readonly { rate: string }[]
    references?: Readonly<Record<string, string>> | null | undefined
  }
  rowCount: number
  /** Of these, rows that sell something without a price. */
  unpricedCount: number
  debtor: {
    name: string
    email?: string | null | undefined
    phone?: string | null | undefined
    peppolId?: string | null | undefined
    identificationNumber?: string | null | undefined
    invoiceAddress?: Readonly<Record<string, unknown>> | null | undefined
  }
  isClientActive: boolean
  countryCode: string
  isProductEnabled: boolean
  settings: InvoiceChoices
  /** The day up to which its books are locked. */
  lockedUntil: BusinessDate | null
  today: BusinessDate
}

/** All that is wrong with an invoice, whether or not it has been activated. */
export function faultsOfInvoice(facts: ValidationFacts): InvoiceFault[] {
  const { invoice, settings, debtor, lockedUntil, today } = facts
  const isCredit = invoice.type === 'CREDIT_INVOICE'
  const isBooked = invoice.bookedDate != null
  const said: [InvoiceFault, boolean][] = [
    ['CLIENT_NOT_ACTIVE', !facts.isClientActive],
    ['NO_ROWS', facts.rowCount === 0],
    ['PRICE_MISSING', facts.unpricedCount > 0],
    ['EXPIRES_TOO_EARLY', invoice.expireDate < invoice.invoiceDate],
    ['VAT_RATE_UNKNOWN', !areInForce(facts)],
    ['VAT_ON_INTEREST', invoice.type === 'INTEREST_INVOICE' && hasVat(invoice)],
    ['PRODUCT_NOT_ENABLED', !facts.isProductEnabled],
    ['PAYMENT_ACCOUNT_MISSING', !isCredit && settings.paymentAccount === null],
    ['REFERENCE_MISSING', settings.yourReferenceRequired && isBlank(invoice.references?.['your'])],
    ['PERIOD_LOCKED', !isBooked && lockedUntil !== null && today <= lockedUntil],
    ['DEBTOR_NAME_MISSING', isBlank(debtor.name)],
    ...faultsOfChannel(facts),
  ]
  return said.filter(([, isFault]) => isFault).map(([fault]) => fault)
}

/** Sending comes after booking, so faults that only prevent sending can be corrected until then. */
export function refuseFaulty(faults: readonly InvoiceFault[]): void {
  const errors = faults.flatMap((code) => {
    const { message, pointer, ofSending }: FaultText = invoiceFaults[code]
    return ofSending === true ? [] : [{ pointer, code, message }]
  })
  if (errors.length === 0) return
  refuse('INVOICE_NOT_VALID', {
    detail: errors.map(({ message }) => `${message}.`).join(' '),
    errors,
  })
}

const hasVat = ({ vats }: ValidationFacts['invoice']) =>
  vats.some(({ rate }) => !new Big(rate).eq(0))

function areInForce({ invoice, countryCode }: ValidationFacts): boolean {
  const known = vatRatesOf(countryCode, dayOfSupply(invoice))
  if (known === undefined) return true
  return invoice.vats.every(({ rate }) => known.some((one) => new Big(one).eq(rate)))
}

/** What the debtor must have so that it can be reached the way the client sends its invoices. */
function faultsOfChannel(facts: ValidationFacts): [InvoiceFault, boolean][] {
  const { debtor, settings, countryCode } = facts
  switch (settings.defaultChannel) {
    case 'EMAIL':
      return [['DEBTOR_EMAIL_MISSING', isBlank(debtor.email)]]
    case 'SMS':
      return [['DEBTOR_PHONE_MISSING', isBlank(debtor.phone)]]
    case 'PEPPOL':
      return [['DEBTOR_PEPPOL_ID_MISSING', isBlank(debtor.peppolId)]]
    case 'LETTER':
      return [
        [
          'DEBTOR_ADDRESS_MISSING',
          addressLines(debtor.invoiceAddress, countryCode).length < letterLines,
        ],
      ]
    default:
      return [['DEBTOR_NUMBER_MISSING', isBlank(debtor.identificationNumber)]]
  }
}

/** A street and a place. */
const letterLines = 2

const isBlank = (text: string | null | undefined) => (text ?? '').trim() === ''
