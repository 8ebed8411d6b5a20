import { life } from '../life.ts'

export const billStatuses = ['CREATED', 'BOOKED', 'EXPORTED'] as const

/** A bill to a client, until it was handed over; what is handed over once may be so again. */
export const lifeOfBill = life('bill', 'BILL_NOT_BOOKED', billStatuses, {
  book: { from: ['CREATED'], to: 'BOOKED', event: 'booked', refusal: 'BILL_BOOKED' },
  export: { from: ['BOOKED', 'EXPORTED'], to: 'EXPORTED', event: 'exported' },
})

export const billTreatments = ['STANDARD', 'REVERSE_CHARGE', 'EXEMPT'] as const

/** What was charged under one treatment and rate, in minor units as text. */
export interface BillVat {
  treatment: (typeof billTreatments)[number]
  rate: string
  net: string
  vat: string
}

/** The VAT in the currency of the seller's books, where the bill is in another, and by which rate. */
export interface BillVatInBase {
  currency: string
  amount: bigint
  rate: string
}

export const billFormats = ['PDF', 'PEPPOL'] as const
export type BillFormat = (typeof billFormats)[number]

/** So many charges of one kind at one price, as one line of the bill. */
export interface BillLine {
  description: string
  quantity: number
  unitPrice: string | null
  treatment: BillVat['treatment']
  rate: string
  net: bigint
}

/** One of the two who stand on it. */
export interface BillParty {
  name: string
  identificationNumber: string | null
  vatNumber: string | null
  countryCode: string
  email: string | null
}
