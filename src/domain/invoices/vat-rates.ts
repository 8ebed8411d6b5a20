import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'

/** A rate of VAT in a country while it is in force; both days included. */
interface VatRate {
  country: string
  rate: string
  from: BusinessDate
  to?: BusinessDate
  /** The rate of everything without a special rate. */
  standard?: true
  /** What it is for, where that is not general. */
  of?: string
}

const early = '1996-01-01'

/** Data: a change of law is a line here, and never changes what was invoiced before. */
const vatRates: readonly VatRate[] = [
  { country: 'SE', rate: '25', from: early, standard: true },
  { country: 'SE', rate: '12', from: early },
  { country: 'SE', rate: '6', from: early },
  { country: 'SE', rate: '6', from: '2026-04-01', to: '2027-12-31', of: 'food' },
  { country: 'SE', rate: '0', from: early },
  { country: 'NO', rate: '25', from: '2005-01-01', standard: true },
  { country: 'NO', rate: '15', from: '2012-01-01', of: 'food' },
  { country: 'NO', rate: '12', from: '2018-01-01' },
  { country: 'NO', rate: '11.11', from: early, of: 'raw fish' },
  { country: 'NO', rate: '0', from: early },
  { country: 'DK', rate: '25', from: early, standard: true },
  { country: 'DK', rate: '0', from: early },
  { country: 'FI', rate: '24', from: '2013-01-01', to: '2024-08-31', standard: true },
  { country: 'FI', rate: '25.5', from: '2024-09-01', standard: true },
  { country: 'FI', rate: '14', from: '2013-01-01', to: '2025-12-31' },
  { country: 'FI', rate: '13.5', from: '2026-01-01' },
  { country: 'FI', rate: '10', from: '2013-01-01' },
  { country: 'FI', rate: '0', from: early },
]

function inForce(country: string, date: BusinessDate): readonly VatRate[] {
  return vatRates.filter(
    ({ country: of, from, to = '9999-12-31' }) => of === country && from <= date && date <= to,
  )
}

const isKnownCountry = (country: string) => vatRates.some((rate) => rate.country === country)

/** The rates in force on a day; none for a country that the data does not have. */
export function vatRatesOf(country: string, date: BusinessDate): readonly string[] | undefined {
  if (!isKnownCountry(country)) return undefined
  return [...new Set(inForce(country, date).map(({ rate }) => rate))]
}

/** The default rate; zero for a country that the data does not have. */
export function standardRateOf(country: string, date: BusinessDate): string {
  return inForce(country, date).find(({ standard }) => standard === true)?.rate ?? '0'
}

export interface SaysVat {
  vatPercentage: string | null
}

/** Every rate that a row says is one of the country's on that day. */
export function checkVatRates(rows: readonly SaysVat[], country: string, date: BusinessDate): void {
  const known = vatRatesOf(country, date)
  if (known === undefined) return
  rows.forEach(({ vatPercentage }, at) => {
    if (vatPercentage === null || known.some((rate) => new Big(rate).eq(vatPercentage))) return
    const rates = known.length === 0 ? 'not known' : known.join(', ')
    const message = `On ${date} the rates in ${country} are ${rates}`
    invalid(`/articleRows/${at}/vatPercentage`, 'VAT_RATE_UNKNOWN', message)
  })
}
