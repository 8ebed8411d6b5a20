import { countries } from '../countries.ts'

/** How a locale writes numbers and days. */
export interface Formats {
  decimalMark: string
  groupMark: string
  /** In the letters of Unicode: `yyyy-MM-dd`. */
  date: string
  /** From 1 for Monday. */
  firstDayOfWeek: number
  /** An amount as people there write it. */
  amount: string
}

export interface Locale extends Formats {
  locale: string
  language: string
  country: string
  currency: string
}

/** The locales of the countries that the platform trades in, and what is paid with there. */
const known = [
  ['sv-SE', 'SEK', 1],
  ['en-SE', 'SEK', 1],
  ['sv-FI', 'EUR', 1],
  ['fi-FI', 'EUR', 1],
  ['nb-NO', 'NOK', 1],
  ['da-DK', 'DKK', 1],
  ['de-DE', 'EUR', 1],
  ['nl-NL', 'EUR', 1],
  ['pl-PL', 'PLN', 1],
  ['en-IE', 'EUR', 1],
  ['en-GB', 'GBP', 1],
  ['en-US', 'USD', 7],
] as const

const letters: Readonly<Record<string, string>> = { year: 'yyyy', month: 'MM', day: 'dd' }

const patternOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date('2026-11-24T12:00:00Z'))
    .map(({ type, value }) => letters[type] ?? value)
    .join('')

export const locales: readonly Locale[] = known.map(([locale, currency, firstDayOfWeek]) => {
  const { language, region = '' } = new Intl.Locale(locale)
  return {
    locale,
    language,
    country: region,
    currency,
    ...formatsOf(locale, currency),
    firstDayOfWeek,
  }
})

function formatsOf(locale: string, currency: string): Omit<Formats, 'firstDayOfWeek'> {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).formatToParts(12345.6)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const written = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return {
    decimalMark: mark('decimal'),
    groupMark: mark('group'),
    date: patternOf(locale),
    amount: written.format(12345.6),
  }
}

export interface Named {
  code: string
  name: string
}

/** Countries in the order of their names in a language. */
export function countriesIn(language: string): Named[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const named = countries.map((code) => ({ code, name: names.of(code) ?? code }))
  const { compare } = new Intl.Collator(language)
  return named.toSorted((a, b) => compare(a.name, b.name))
}

export function languagesIn(language: string): Named[] {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const codes = [...new Set(locales.map((each) => each.language))]
  return codes.map((code) => ({ code, name: names.of(code) ?? code }))
}
