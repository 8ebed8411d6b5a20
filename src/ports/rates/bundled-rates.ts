import { readFileSync } from 'node:fs'
import type { BusinessDate } from '../../domain/dates.ts'
import { ratesFrom, type DayRate } from '../../domain/system/exchange-rate.ts'

/**
 * The euro's reference rates of each day that ship with the platform, as the European Central Bank
 * published them: `ecb-daily.csv`.
 */
export function bundledRates(date: BusinessDate): readonly DayRate[] {
  days ??= read()
  const row = days.findLast((each) => each.date <= date)
  return row === undefined || row.date < ratesFrom(date) ? [] : row.rates
}

interface Day {
  date: BusinessDate
  rates: DayRate[]
}

let days: readonly Day[] | undefined

function read(): Day[] {
  const text = readFileSync(new URL('ecb-daily.csv', import.meta.url), 'utf8')
  const [head = '', ...lines] = text.trim().split('\n')
  const [, ...currencies] = head.split(',')
  return lines.map((line) => {
    const [date = '', ...values] = line.split(',')
    return { date, rates: currencies.map((currency, at) => rateOf(currency, date, values[at])) }
  })
}

function rateOf(currency: string, date: BusinessDate, rate = ''): DayRate {
  return { base: 'EUR', currency, date, rate, source: 'ECB' }
}
