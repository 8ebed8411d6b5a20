import { languages, type Language } from '../languages.ts'

/** Parts of a locale as callers write it: a country, a language, or both. */
export function localeParts(locale: string | null | undefined): LocaleParts {
  const [, first = '', second] = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(locale ?? '') ?? []
  const [language, country = ''] = [first.toLowerCase(), second?.toUpperCase()]
  if (first === '') return {}
  if (second !== undefined) return isCountry(country) ? { language, country } : { language }
  const isLanguage = (languages as readonly string[]).includes(language)
  return isLanguage || !isCountry(first) ? { language } : { country: first.toUpperCase() }
}

interface LocaleParts {
  language?: string
  country?: string
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** `DA` and `NB` are languages, not countries. */
const isCountry = (code: string) => regions.of(code.toUpperCase()) !== undefined

/** The language for a client that has chosen none. */
export function languageFor(locale: string | null | undefined, countryCode: string): Language {
  const { language } = localeParts(locale)
  const known = languages.find((each) => each === language)
  return known ?? (countryCode === 'SE' ? 'sv' : 'en')
}
