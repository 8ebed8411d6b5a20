import { invalid } from '../refusal.ts'
import { rowFrom, type ArticleRow, type RowSent, type SentAmounts } from './article-row.ts'
import { inBaseCurrency } from '../bookkeeping/exchange-rates.ts'
import { generatedRows } from './generate-rows.ts'
import { dayOfSupply, type DatesSent } from './invoice-sent.ts'
import { amountMax, totalsOf, type Totals } from './totals.ts'
import { checkVatRates } from './vat-rates.ts'

/** What the amounts of an invoice depend on besides its rows. */
export interface AmountTerms {
  dates: DatesSent
  countryCode: string
  invoiceCurrency: string
  baseCurrency: string
  rate: string
  roundTotal: boolean
}

export interface CalculatedRows {
  rows: ArticleRow[]
  totals: Totals
}

/** The rows in their stored form, and their totals. */
export function amountsOfRows(
  sent: readonly RowSent[],
  generate: boolean,
  by: AmountTerms,
): CalculatedRows {
  const rowsSent = sent.map(rowFrom)
  if (!generate) rowsSent.forEach(refuseSentAmounts)
  const { invoiceCurrency: currency, countryCode: country } = by
  const date = dayOfSupply(by.dates)
  checkVatRates(rowsSent, country, date)
  const rows = generate
    ? generatedRows(rowsSent, { currency, country, date })
    : rowsSent.map(({ netAmount, vatAmount, grossAmount, ...row }) => row)
  return { rows, totals: totalsIn(rows, by) }
}

/** The totals of existing rows. */
export function totalsIn(
  rows: readonly ArticleRow[],
  by: Pick<AmountTerms, 'invoiceCurrency' | 'baseCurrency' | 'rate' | 'roundTotal'>,
): Totals {
  const totals = totalsOf(rows, by.invoiceCurrency, { roundTotal: by.roundTotal })
  if (inBaseCurrency(totals.grossAmount, by) > amountMax) {
    invalid('/articleRows', 'AMOUNT_TOO_LARGE', 'The total in the base currency is too large')
  }
  return totals
}

function refuseSentAmounts(row: SentAmounts, at: number): void {
  for (const field of ['netAmount', 'vatAmount', 'grossAmount'] as const) {
    if (row[field] === null) continue
    const message = 'Amounts are computed; they are read with articleRowsGenerate only'
    invalid(`/articleRows/${at}/${field}`, 'ONLY_GENERATED', message)
  }
}
