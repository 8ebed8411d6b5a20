import Big from 'big.js'
import type { BusinessDate } from '../dates.ts'
import { decimal, hasPlacesOf, minorOf, rounded, sum } from '../money.ts'
import { invalid } from '../refusal.ts'
import type { ArticleRow, SentAmounts } from './article-row.ts'
import { amountMax, isText, netOf, totalsOf, vatOf } from './totals.ts'
import { standardRateOf, vatRatesOf } from './vat-rates.ts'

type RowWithSentAmounts = ArticleRow & SentAmounts

export interface WhereAndWhen {
  currency: string
  country: string
  date: BusinessDate
}

interface Known {
  row: RowWithSentAmounts
  rate: string
  net: bigint
  /** The gross amount, if the row has it. */
  gross: bigint | null
}

/**
 * Makes complete rows from incomplete ones, one for each rate of VAT. A row has its net, its gross,
 * or two of net, VAT and gross. A missing rate is the one that fits these amounts, otherwise the
 * standard rate. What rounding leaves of a given gross becomes a row of its own.
 */
export function generatedRows(rows: readonly RowWithSentAmounts[], at: WhereAndWhen): ArticleRow[] {
  if (rows.every(isComplete)) return rows.map(plain)
  const known = rows.flatMap((row, n) => (hasAmount(row) ? [knownOf(row, n, at)] : []))
  const groups = Map.groupBy(known, ({ rate }) => rate)
  const made = [...groups].map(([rate, group]) => rowOf(rate, group, at.currency))
  const texts = rows.filter((row) => !hasAmount(row)).map(plain)
  return [...made, ...roundingOf(made, known, at.currency), ...texts]
}

const hasAmount = (row: RowWithSentAmounts) =>
  !isText(row) || row.netAmount !== null || row.grossAmount !== null || row.vatAmount !== null

/** A row with price and rate only. */
function isComplete(row: RowWithSentAmounts): boolean {
  const more = row.netAmount ?? row.vatAmount ?? row.grossAmount
  return (
    more === null && (row.type === 'TEXT' || (row.price !== null && row.vatPercentage !== null))
  )
}

function knownOf(row: RowWithSentAmounts, n: number, at: WhereAndWhen): Known {
  const sent = {
    net: sentMinor(row, 'netAmount', n, at.currency),
    vat: sentMinor(row, 'vatAmount', n, at.currency),
    gross: sentMinor(row, 'grossAmount', n, at.currency),
  }
  const priced = isText(row) ? null : netOf(row, at.currency, n)
  if (priced !== null && sent.net !== null && priced !== sent.net) disagree(n, 'netAmount')
  const byGross = sent.gross !== null && sent.vat !== null ? sent.gross - sent.vat : null
  const net = priced ?? sent.net ?? byGross
  const gross = sent.gross ?? (net !== null && sent.vat !== null ? net + sent.vat : null)
  if (net !== null && sent.vat !== null && gross !== net + sent.vat) {
    const odd = misfitOf({ ...sent, net }, ratesFor(row, at))
    disagree(n, odd === 'netAmount' && sent.net === null ? 'price' : odd)
  }
  if (net === null && gross === null) {
    return invalid(`/articleRows/${n}`, 'AMOUNT_MISSING', 'VAT alone does not show the amount')
  }
  const rate = rateOf(row, n, at, net, gross)
  return { row, rate, net: net ?? withoutVat(gross ?? 0n, rate), gross }
}

function sentMinor(row: RowWithSentAmounts, field: keyof SentAmounts, n: number, currency: string) {
  const text = row[field]
  if (text === null) return null
  const pointer = `/articleRows/${n}/${field}`
  if (!hasPlacesOf(text, currency)) {
    return invalid(pointer, 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
  const minor = minorOf(text, currency)
  if (minor > amountMax || minor < -amountMax) {
    return invalid(pointer, 'AMOUNT_TOO_LARGE', 'The amount of this row is too large')
  }
  return minor
}

function disagree(n: number, field: string): never {
  const message = 'The amounts of the row do not agree'
  return invalid(`/articleRows/${n}/${field}`, 'AMOUNTS_DISAGREE', message)
}

/** Amounts that were rounded elsewhere may be a minor unit off. */
const slack = 1n

const isVat = (net: bigint, vat: bigint, rate: string, within: bigint) => {
  const off = vatOf(net, rate) - vat
  return off <= within && off >= -within
}

/** The row's rate, otherwise all rates it may have. */
function ratesFor({ vatPercentage }: RowWithSentAmounts, at: WhereAndWhen): readonly string[] {
  return vatPercentage === null ? ratesInForce(at) : [vatPercentage]
}

const ratesInForce = ({ country, date }: WhereAndWhen) => [
  standardRateOf(country, date),
  ...(vatRatesOf(country, date) ?? []),
]

/** Of three amounts that do not add up, the one without which the others are at a rate. */
function misfitOf(
  { net, vat, gross }: Readonly<Record<'net' | 'vat' | 'gross', bigint | null>>,
  rates: readonly string[],
): keyof SentAmounts {
  const areAtRate = (base: bigint | null, more: bigint | null) =>
    base !== null && more !== null && rates.some((rate) => isVat(base, more, rate, slack))
  if (gross === null || vat === null || net === null) return 'grossAmount'
  if (areAtRate(net, vat)) return 'grossAmount'
  if (areAtRate(gross - vat, vat)) return 'netAmount'
  return areAtRate(net, gross - net) ? 'vatAmount' : 'grossAmount'
}

/** Returns the rate if all amounts were sent or they have another rate; else one of the amounts. */
function misfitOfRate(
  row: RowWithSentAmounts,
  at: WhereAndWhen,
  net: bigint,
  gross: bigint,
): string {
  const { netAmount, vatAmount, grossAmount, price } = row
  const sentAmounts = [netAmount ?? price, vatAmount, grossAmount].filter((each) => each !== null)
  const isAtAnother = ratesInForce(at).some((rate) => isVat(net, gross - net, rate, slack))
  if (sentAmounts.length === 3 || isAtAnother) return 'vatPercentage'
  if (netAmount !== null && price === null) return 'netAmount'
  return vatAmount === null ? 'grossAmount' : 'vatAmount'
}

function rateOf(
  row: RowWithSentAmounts,
  n: number,
  at: WhereAndWhen,
  net: bigint | null,
  gross: bigint | null,
) {
  const isFit = (rate: string, within: bigint) =>
    net === null || gross === null || isVat(net, gross - net, rate, within)
  if (row.vatPercentage !== null) {
    if (net !== null && gross !== null && !isFit(row.vatPercentage, slack)) {
      disagree(n, misfitOfRate(row, at, net, gross))
    }
    return new Big(row.vatPercentage).toFixed()
  }
  const rates = ratesInForce(at)
  const fitting = rates.find((rate) => isFit(rate, 0n)) ?? rates.find((rate) => isFit(rate, slack))
  if (fitting !== undefined) return fitting
  const message = `No rate in force in ${at.country} on ${at.date} fits these amounts`
  return invalid(`/articleRows/${n}`, 'VAT_RATE_UNKNOWN', message)
}

function withoutVat(gross: bigint, rate: string): bigint {
  const divisor = new Big(100).plus(rate).times('0.01')
  return BigInt(rounded(new Big(gross.toString()).div(divisor), 0).toFixed(0))
}

/** One row of a rate: the only one of it as it is, several as their sum. */
function rowOf(rate: string, group: readonly Known[], currency: string): ArticleRow {
  const [only] = group
  if (group.length === 1 && only !== undefined && !isText(only.row)) {
    return { ...plain(only.row), vatPercentage: rate }
  }
  const rows = group.map(({ row }) => row)
  const said = new Set(rows.map(({ description }) => description).filter((text) => text !== null))
  return {
    type: 'LINE',
    articleNumber: agreed(rows.map((row) => row.articleNumber)),
    description: said.size === 0 ? null : [...said].join(', ').slice(0, descriptionMax),
    quantity: '1',
    unit: null,
    price: decimal(sum(group.map(({ net }) => net)), currency),
    discountPercent: null,
    discountAmount: null,
    vatPercentage: rate,
    accountNumber: agreed(rows.map((row) => row.accountNumber)),
    costCentre: agreed(rows.map((row) => row.costCentre)),
    project: agreed(rows.map((row) => row.project)),
    further: Object.assign({}, ...rows.map(({ further }) => further)) as ArticleRow['further'],
  }
}

const descriptionMax = 1000

function agreed(values: readonly (string | null)[]): string | null {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}

function roundingOf(
  made: readonly ArticleRow[],
  known: readonly Known[],
  currency: string,
): ArticleRow[] {
  const sent = known.map(({ gross }) => gross).filter((gross) => gross !== null)
  if (sent.length < known.length) return []
  const off = sum(sent) - totalsOf(made, currency).grossAmount
  if (off === 0n) return []
  const nothing = { articleNumber: null, unit: null, discountPercent: null, discountAmount: null }
  const nowhere = { accountNumber: null, costCentre: null, project: null, further: {} }
  return [
    {
      ...nothing,
      ...nowhere,
      type: 'ROUNDING',
      description: null,
      quantity: '1',
      price: decimal(off, currency),
      vatPercentage: '0',
    },
  ]
}

function plain({ netAmount, vatAmount, grossAmount, ...row }: RowWithSentAmounts): ArticleRow {
  return row
}
