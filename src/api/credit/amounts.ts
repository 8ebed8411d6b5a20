import { z } from 'zod'
import { countries } from '../../domain/countries.ts'
import { decimal } from '../../domain/money.ts'

/** An amount in decimal notation; how many places it may have is for its currency to say. */
export const amountText = z
  .string()
  .regex(/^\d{1,14}(?:\.\d{1,4})?$/, 'An amount in decimal notation')
  .meta({ example: '12500.00' })

/** A share as a fraction: 0.9 is ninety per cent. */
export const shareText = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'From 0 to 1, in decimal notation')
  .meta({ example: '0.9' })

/** As it is shown: it may be below zero, as what is left of a limit that was lowered. */
export const amountShown = z.string().meta({ example: '12500.00' })

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Three capitals')
  .meta({ example: 'SEK' })
export const countryCode = z.enum(countries).meta({ example: 'SE' })
export const businessDate = z.iso.date().meta({ example: '2026-11-20' })

export function shownAmount(minor: bigint | null | undefined, currency: string): string | null {
  return minor == null ? null : decimal(minor, currency)
}
