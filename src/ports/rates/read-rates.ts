import { SaxesParser } from 'saxes'
import { currencies } from '../../domain/currencies.ts'
import { isDay } from '../../domain/dates.ts'
import type { DayRate } from '../../domain/system/exchange-rate.ts'
import type { PublishedRate } from '../../domain/system/base-interest.ts'
import { Unreadable, type Given } from '../apart/kinds.ts'
import { readReferenceRates } from './reference-rates.ts'

/** What a file says of currencies, and of what late interest is added to. */
export interface RatesOfFile {
  rates: DayRate[]
  reference: PublishedRate[]
}

/** Rates of a file: eurofxref XML of the ECB, CSV or JSON of the Riksbank, or reference rates. */
export function readRates(file: string): RatesOfFile {
  const text = file.replace(/^\uFEFF/, '').trim()
  const rates = text.startsWith('<') ? ofEcb(text) : /^[[{]/.test(text) ? ofJson(text) : ofCsv(text)
  const reference = text.startsWith('<') ? [] : readReferenceRates(text)
  if (rates.length === 0 && reference.length === 0) {
    throw new Error('the file holds no rates that are known here')
  }
  return { rates, reference }
}

/** As it is asked for from another process. */
export async function readRatesApart({ parts: [bytes] }: Given): Promise<Given> {
  try {
    return { value: readRates(Buffer.from(bytes ?? []).toString('utf8')), parts: [] }
  } catch (error) {
    throw new Unreadable('RATES_UNREADABLE', error instanceof Error ? error.message : String(error))
  }
}

/** `<Cube time="2026-10-30"><Cube currency="SEK" rate="10.9780"/>`, for one day or many. */
function ofEcb(text: string): DayRate[] {
  const rates: DayRate[] = []
  let date = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error(`the file is no XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new Error('the file has a document type, which rates have not')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (name.split(':').at(-1) !== 'Cube') return
    const { time, currency, rate } = attributes
    date = time ?? date
    if (currency === undefined || rate === undefined) return
    rates.push(...taken({ base: 'EUR', currency, date, rate, source: 'ECB' }))
  })
  parser.write(text).close()
  return rates
}

/** Of the Riksbank: `[{"seriesId": "SEKEURPMI", "date": "2026-10-30", "value": 10.98}]`. */
function ofJson(text: string): DayRate[] {
  const parsed: unknown = JSON.parse(text)
  const list = Array.isArray(parsed) ? parsed : [parsed]
  return list.flatMap((each: Record<string, unknown> | null) => {
    const { seriesId, date, value } = each ?? {}
    return ofSeries(String(seriesId), String(date), String(value))
  })
}

/** Of the Riksbank: date, group, series (`1 EUR`, `100 JPY` or `SEKEURPMI`) and value. */
function ofCsv(text: string): DayRate[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(/[;\t]/).map((cell) => cell.replaceAll('"', '').trim())
    const date = cells.find((cell) => dayShape.test(cell))
    const series = cells.find((cell) => isSeries.test(cell))
    if (date === undefined || series === undefined) return []
    return ofSeries(series, date, (cells.at(-1) ?? '').replace(',', '.'))
  })
}

const dayShape = /^\d{4}-\d{2}-\d{2}$/
const isSeries = /^(?:SEK([A-Z]{3})PMI|(1|100) ([A-Z]{3}))$/
/** Quoted for a hundred by some and for one by others: taken only where the file says which. */
const smallCoins = new Set(['JPY', 'KRW', 'ISK', 'HUF', 'IDR', 'CZK', 'INR', 'PHP', 'THB'])

function ofSeries(series: string, date: string, value: string): DayRate[] {
  const [, coded, units = '1', named] = isSeries.exec(series) ?? []
  const base = coded ?? named
  if (base === undefined || (coded !== undefined && smallCoins.has(coded))) return []
  const rate = units === '100' ? hundredth(value) : value
  return taken({ base, currency: 'SEK', date, rate, source: 'RIKSBANK' })
}

/** Without going through a binary number. */
function hundredth(value: string): string {
  const [whole = '', part = ''] = value.split('.')
  const digits = whole.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`
}

const isRate = /^\d{1,12}(?:\.\d{1,10})?$/

/** A rate that is one: what a bank leaves open (`N/A`, nothing) is no rate. */
function taken(rate: DayRate): DayRate[] {
  if (!isRate.test(rate.rate) || Number(rate.rate) === 0 || !isDay(rate.date)) return []
  const known = currencies.includes(rate.base) && currencies.includes(rate.currency)
  return known ? [rate] : []
}
