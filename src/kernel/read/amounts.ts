import { z } from 'zod'
import { countries } from '../../domain/countries.ts'
import { currencies } from '../../domain/currencies.ts'
import { decimal } from '../../domain/money.ts'

/** An amount in decimal notation; how many places it may have is for its currency to say. */
export const amountSent = z
  .string()
  .regex(/^\d{1,14}(?:\.\d{1,4})?$/, 'An amount in decimal notation')
  .meta({ example: '12500.00' })

/** Of a hundred: 10 is ten per cent. */
export const percentSent = z
  .string()
  .regex(/^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/, 'From 0 to 100, in decimal notation')
  .meta({ example: '10' })

/** As it is shown: it may be below zero, as what is left of a limit that was lowered. */
export const amountShown = z
  .string()
  .regex(/^-?\d{1,20}(?:\.\d{1,4})?$/)
  .meta({ example: '12500.00' })

/** One that is in use: there is none but what somebody has sent. */
export const currencyCode = z.enum(currencies).meta({ example: 'SEK' })
export const countryCode = z.enum(countries).meta({ example: 'SE' })
export const businessDate = z.iso.date().meta({ example: '2026-11-20' })

export function shownAmount(minor: bigint | null | undefined, currency: string): string | null {
  return minor == null ? null : decimal(minor, currency)
}

/** The number of an account as charts have them: its class first, and no letters. */
export const accountNumber = z
  .string()
  .regex(/^[1-9]\d{3,7}$/, 'Four to eight digits, the first of them not 0')
  .meta({ example: '3001' })

export const positiveAmountSent = z
  .string()
  .regex(/^\d{1,12}(?:\.\d{1,4})?$/, 'Decimal notation with at most four places, without a sign')
  .meta({ example: '12500.00' })

/** Which way it goes is said by its sign. */
export const signedAmountSent = z
  .string()
  .regex(/^-?\d{1,12}(?:\.\d{1,4})?$/, 'Decimal notation with at most four places')
  .meta({ example: '-250.00' })

/** A number in decimal notation, as text: no exponent, no spaces. */
export const decimalText = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,10})?$/, 'A number in decimal notation')
  .meta({ example: '125.50' })

export const vatPercentage = z.number().min(0).max(100).multipleOf(0.01).meta({ example: 25 })
