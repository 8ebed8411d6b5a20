import { validate as isCompanyOfDenmark } from 'stdnum/lib/cjs/dk/cvr.js'
import { validate as isPersonOfDenmark } from 'stdnum/lib/cjs/dk/cpr.js'
import { validate as isPersonOfFinland } from 'stdnum/lib/cjs/fi/hetu.js'
import { validate as isCompanyOfFinland } from 'stdnum/lib/cjs/fi/ytunnus.js'
import { validate as isPersonOfNorway } from 'stdnum/lib/cjs/no/fodselsnummer.js'
import { validate as isCompanyOfNorway } from 'stdnum/lib/cjs/no/orgnr.js'
import { validate as isOfSweden } from 'stdnum/lib/cjs/se/orgnr.js'
import type { ValidateReturn } from 'stdnum/lib/cjs/types.js'

/**
 * An organisation or personal number without what people write around it, so that the same one is
 * found again: `SE556677-8899 01`, `16 556677-8899` and `556677-8899` are one number.
 */
export function normalisedNumber(written: string, country: string): string {
  const bare = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const number = bare.replace(new RegExp(`^${country}(?=\\d)`), '')
  if (country === 'SE') return swedish(number, bare !== number)
  if (country === 'NO') return number.replace(/^NO(?=\d)/, '').replace(/(?<=\d)MVA$/, '')
  return number
}

/** The forms in which a number without a country may be stored: as written, and normalised. */
export function spellingsOf(written: string): string[] {
  const [named] = /^[A-Z]{2}(?=[^A-Z])/.exec(written.trim().toUpperCase()) ?? []
  const countries = ['', 'SE', 'NO', ...(named === undefined ? [] : [named])]
  return [...new Set([written, ...countries.map((code) => normalisedNumber(written, code))])]
}

/** Ten digits: the century, or the 16 before an organisation's number, adds no information. */
function swedish(number: string, isVatNumber: boolean): string {
  if (isVatNumber && /^\d{12}$/.test(number) && number.endsWith('01')) return number.slice(0, 10)
  return /^(?:16|18|19|20)\d{10}$/.test(number) ? number.slice(2) : number
}

type Check = (value: string) => ValidateReturn

/** The checks that we know, by country; a number is valid if any of them accepts it. */
const checks: Readonly<Record<string, readonly Check[]>> = {
  // The ten digits of a person are checked as those of a company are.
  SE: [isOfSweden],
  NO: [isCompanyOfNorway, isPersonOfNorway],
  FI: [isCompanyOfFinland, (value) => isPersonOfFinland(withCentury(value))],
  DK: [isCompanyOfDenmark, isPersonOfDenmark],
}

/** Whether a number is valid in its country; for a country without known rules any number is. */
export function isNumberOf(written: string, country: string): boolean {
  const number = normalisedNumber(written, country)
  const known = checks[country]
  if (known === undefined) return number !== ''
  return /[1-9]/.test(number) && known.some((check) => check(number).isValid)
}

/** The length of a company's number, by country, where a VAT number and Peppol go by it. */
const companyDigits: Readonly<Record<string, number>> = { SE: 10, NO: 9, FI: 8, DK: 8 }

/** The digits of a company's number, where we know how one looks; most persons have none. */
export function companyNumberOf(written: string, country: string): string | null {
  const number = normalisedNumber(written, country)
  const isOne = /^\d+$/.test(number) && number.length === companyDigits[country]
  return isOne && isNumberOf(number, country) ? number : null
}

/** The country that a VAT number names by itself: `SE556677889901`, `NO 923609016 MVA`. */
export function countryOfNumber(written: string): string | null {
  const bare = written.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const [country] = /^[A-Z]{2}(?=\d{6})/.exec(bare) ?? []
  return country !== undefined && checks[country] !== undefined ? country : null
}

/** A Finnish person's number is kept without the sign of its century where that is a hyphen. */
const withCentury = (number: string) => number.replace(/^(\d{6})(?=\d{3}.$)/, '$1-')
