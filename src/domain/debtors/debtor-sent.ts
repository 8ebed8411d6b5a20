import { invalid } from '../refusal.ts'
import { furtherMax, furtherOf, type PlainValue } from '../further-fields.ts'
import type { Language } from '../languages.ts'
import type { debtorTypes } from './debtor-type.ts'
import { countryOfNumber, normalisedNumber } from '../identification-number.ts'

export type DebtorType = (typeof debtorTypes)[number]

/** An address as one text or as fields; further fields are stored as well. */
export type AddressSent = string | Readonly<Record<string, PlainValue | null | undefined>>

/** A debtor as an invoice names it: found by its customer number. */
export interface DebtorSent {
  customerNumber: string
  name: string
  type: DebtorType
  identificationNumber?: string | null | undefined
  /** The country of the number, if it is not that of the client. */
  countryCode?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  invoiceAddress?: AddressSent | null | undefined
  deliveryAddress?: AddressSent | null | undefined
  peppolId?: string | null | undefined
  preferredLanguage?: Language | null | undefined
  [further: string]: unknown
}

export type Address = Record<string, PlainValue>

/** The fields of a debtor that were sent. */
export interface DebtorFields {
  name: string
  type: DebtorType
  identificationNumber?: string
  countryCode?: string
  email?: string
  phone?: string
  invoiceAddress?: Address
  deliveryAddress?: Address
  peppolId?: string
  preferredLanguage?: Language
}

export function debtorFields(sent: DebtorSent): DebtorFields {
  const { name, type, identificationNumber, countryCode, email, phone, peppolId } = sent
  const { invoiceAddress, deliveryAddress, preferredLanguage } = sent
  return {
    name,
    type,
    ...(identificationNumber != null && { identificationNumber }),
    ...(countryCode != null && { countryCode }),
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
  'countryCode',
  'email',
  'phone',
  'invoiceAddress',
  'deliveryAddress',
  'peppolId',
  'preferredLanguage',
])

/** Contact fields beyond the known ones, by the names with which they were sent. */
export function furtherFields(sent: DebtorSent): Record<string, PlainValue> {
  const rest = Object.entries(sent).filter(([name]) => !known.has(name))
  return furtherOf(Object.fromEntries(rest) as Record<string, PlainValue>)
}

/** The sent fields that have a value. */
export function debtorAsSent(sent: DebtorSent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value != null))
}

export function addressOf(sent: AddressSent): Address {
  return typeof sent === 'string' ? { address: sent } : furtherOf(sent)
}

/** What a debtor is identified by; not the address, because a debtor may get mail anywhere. */
export interface Numbered {
  identificationNumber?: string | null | undefined
  countryCode?: string | null | undefined
}

/**
 * The country of the number: the one sent, else the one that the number shows, else the usual one.
 */
export function countryOfDebtor(
  { identificationNumber, countryCode }: Numbered,
  usual: string,
): string {
  const shown = identificationNumber == null ? null : countryOfNumber(identificationNumber)
  return countryCode ?? shown ?? usual
}

/** The identity of a debtor: country and normalised number; null without a number. */
export function identityOf(debtor: Numbered, usual: string): string | null {
  if (debtor.identificationNumber == null) return null
  const country = countryOfDebtor(debtor, usual)
  return `${country} ${normalisedNumber(debtor.identificationNumber, country)}`
}

/** Further fields after a change; limited, so that they do not grow with every invoice. */
export function furtherAfter(
  before: Readonly<Record<string, PlainValue>>,
  sent: Readonly<Record<string, PlainValue | null>>,
  pointer: string,
): Record<string, PlainValue> {
  const after = furtherOf({ ...before, ...sent })
  const count = Object.keys(after).length
  if (count > furtherMax && count > Object.keys(before).length) {
    const message = `A debtor has at most ${furtherMax} fields beyond the known ones`
    return invalid(pointer, 'TOO_MANY_FIELDS', message)
  }
  return after
}
