import { invalid } from '../refusal.ts'
import { furtherMax, furtherOf, type PlainValue } from '../further-fields.ts'
import type { Language } from '../distribution/document.ts'
import type { debtorTypes } from './debtor-type.ts'

export type DebtorType = (typeof debtorTypes)[number]

/** An address in one text, or in fields; those beyond the usual ones are kept as well. */
export type AddressSent = string | Readonly<Record<string, PlainValue | null | undefined>>

/** A debtor as an invoice names it: found by its customer number. */
export interface DebtorSent {
  customerNumber: string
  name: string
  type: DebtorType
  identificationNumber?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  invoiceAddress?: AddressSent | null | undefined
  deliveryAddress?: AddressSent | null | undefined
  peppolId?: string | null | undefined
  preferredLanguage?: Language | null | undefined
  [further: string]: unknown
}

export type Address = Record<string, PlainValue>

/** What a debtor is changed to by it: only what it says. */
export interface DebtorFields {
  name: string
  type: DebtorType
  identificationNumber?: string
  email?: string
  phone?: string
  invoiceAddress?: Address
  deliveryAddress?: Address
  peppolId?: string
  preferredLanguage?: Language
}

export function debtorFields(sent: DebtorSent): DebtorFields {
  const { name, type, identificationNumber, email, phone, peppolId } = sent
  const { invoiceAddress, deliveryAddress, preferredLanguage } = sent
  return {
    name,
    type,
    ...(identificationNumber != null && { identificationNumber }),
    ...(email != null && { email }),
    ...(phone != null && { phone }),
    ...(invoiceAddress != null && { invoiceAddress: addressOf(invoiceAddress) }),
    ...(deliveryAddress != null && { deliveryAddress: addressOf(deliveryAddress) }),
    ...(peppolId != null && { peppolId }),
    ...(preferredLanguage != null && { preferredLanguage }),
  }
}

const known = new Set([
  'customerNumber',
  'name',
  'type',
  'identificationNumber',
  'email',
  'phone',
  'invoiceAddress',
  'deliveryAddress',
  'peppolId',
  'preferredLanguage',
])

/** Contact and routing fields beyond the known ones, under the names they came with. */
export function furtherFields(sent: DebtorSent): Record<string, PlainValue> {
  const rest = Object.entries(sent).filter(([name]) => !known.has(name))
  return furtherOf(Object.fromEntries(rest) as Record<string, PlainValue>)
}

/** As it was sent, without what says nothing. */
export function debtorAsSent(sent: DebtorSent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value != null))
}

export function addressOf(sent: AddressSent): Address {
  return typeof sent === 'string' ? { address: sent } : furtherOf(sent)
}

/** The country in which its number means something: that of its address, else the client's. */
export function countryOfDebtor(address: Readonly<Record<string, unknown>> | null, usual: string) {
  const country = address?.['countryCode']
  return typeof country === 'string' ? country : usual
}

interface Numbered {
  identificationNumber?: string | null | undefined
  invoiceAddress?: Readonly<Record<string, unknown>> | null | undefined
}

/** What a debtor is known by everywhere: its number, as that of a country; none without a number. */
export function identityOf(debtor: Numbered, usual: string): string | null {
  const { identificationNumber, invoiceAddress = null } = debtor
  if (identificationNumber == null) return null
  return `${countryOfDebtor(invoiceAddress, usual)} ${identificationNumber}`
}

/** What further fields a debtor has after more were told; invoice after invoice they stay so many. */
export function furtherAfter(
  before: Readonly<Record<string, PlainValue>>,
  told: Readonly<Record<string, PlainValue | null>>,
  pointer: string,
): Record<string, PlainValue> {
  const after = furtherOf({ ...before, ...told })
  const count = Object.keys(after).length
  if (count > furtherMax && count > Object.keys(before).length) {
    const message = `A debtor has at most ${furtherMax} fields beyond the known ones`
    return invalid(pointer, 'TOO_MANY_FIELDS', message)
  }
  return after
}
