import Big from 'big.js'
import { decimalsOf, minorOf, shareOf, sum } from '../money.ts'
import { invalid } from '../refusal.ts'
import type { RowType } from './article-row.ts'

/** What of a row decides its amounts. */
export interface RowFacts {
  type?: RowType | null | undefined
  quantity?: string | null | undefined
  price?: string | null | undefined
  discountPercent?: string | null | undefined
  discountAmount?: string | null | undefined
  vatPercentage?: string | null | undefined
}

/** In minor units of the invoice's currency, as all amounts here. */
export interface RowAmounts {
  netAmount: bigint
  vatAmount: bigint
  grossAmount: bigint
}

/** The VAT of one rate, as text. */
export interface VatTotal {
  rate: string
  base: string
  amount: string
}

export interface Totals {
  rows: RowAmounts[]
  vats: VatTotal[]
  netAmount: bigint
  vatAmount: bigint
  roundingAmount: bigint
  grossAmount: bigint
}

/** A larger amount can only be a typing error; below it, every sum fits a 64-bit integer. */
export const amountMax = 10n ** 15n

/**
 * The amounts of an invoice: each row is rounded half up, and so is the VAT on the summed net of
 * each rate. The VAT of a row is its share of that, so that the rows add up to the totals.
 */
export function totalsOf(
  rows: readonly RowFacts[],
  currency: string,
  { roundTotal = false }: { roundTotal?: boolean } = {},
): Totals {
  const rates = new Map<string, { base: bigint; amount: bigint }>()
  const amounts = rows.map((row, at) => {
    const netAmount = netOf(row, currency, at)
    if (isText(row)) return { netAmount, vatAmount: 0n, grossAmount: netAmount }
    const rate = new Big(row.vatPercentage ?? 0).toFixed()
    const before = rates.get(rate) ?? { base: 0n, amount: 0n }
    const base = before.base + netAmount
    const amount = vatOf(base, rate)
    rates.set(rate, { base, amount })
    const vatAmount = amount - before.amount
    return { netAmount, vatAmount, grossAmount: netAmount + vatAmount }
  })
  const netAmount = sum(amounts.map((row) => row.netAmount))
  const vatAmount = sum([...rates.values()].map(({ amount }) => amount))
  const roundingAmount = roundTotal ? roundingOf(netAmount + vatAmount, currency) : 0n
  const grossAmount = netAmount + vatAmount + roundingAmount
  checkTotal(grossAmount)
  return { rows: amounts, vats: vatsOf(rates), netAmount, vatAmount, roundingAmount, grossAmount }
}

/** The VAT on an amount, in minor units, rounded half up. */
export function vatOf(base: bigint, rate: string): bigint {
  return shareOf(base, new Big(rate).times('0.01'))
}

/** A row that only says something. */
export function isText({ type, price, discountAmount }: RowFacts): boolean {
  return type === 'TEXT' || (price == null && discountAmount == null)
}

/** round(quantity × price × (1 − discount %) − discount), half up. */
export function netOf(row: RowFacts, currency: string, at: number): bigint {
  const { quantity, price, discountPercent, discountAmount } = row
  const kept = new Big(100).minus(discountPercent ?? 0).times('0.01')
  const net = new Big(quantity ?? 1)
    .times(price ?? 0)
    .times(kept)
    .minus(discountAmount ?? 0)
  const minor = minorOf(net, currency)
  if (row.type === 'TEXT' && minor !== 0n) {
    return invalid(`/articleRows/${at}/price`, 'TEXT_WITH_AMOUNT', 'A row of text has no amount')
  }
  if (row.type === 'DISCOUNT' && minor > 0n) {
    const message = 'A discount is below zero: send its price or quantity with a sign'
    return invalid(`/articleRows/${at}/price`, 'DISCOUNT_ABOVE_ZERO', message)
  }
  if (minor > amountMax || minor < -amountMax) {
    return invalid(`/articleRows/${at}`, 'AMOUNT_TOO_LARGE', 'The amount of this row is too large')
  }
  return minor
}

/** Money of which the smallest coin is one whole unit: nobody rounds away half a euro. */
const withoutSmallCoins: ReadonlySet<string> = new Set(['SEK', 'NOK'])

function roundingOf(total: bigint, currency: string): bigint {
  if (!withoutSmallCoins.has(currency)) return 0n
  const unit = 10n ** BigInt(decimalsOf(currency))
  const whole = shareOf(total, new Big(1).div(unit.toString())) * unit
  return whole - total
}

function checkTotal(gross: bigint): void {
  if (gross < 0n) {
    const message = 'The total is below zero: send a CREDIT_INVOICE with amounts above zero'
    invalid('/articleRows', 'NEGATIVE_TOTAL', message)
  }
  if (gross > amountMax) invalid('/articleRows', 'AMOUNT_TOO_LARGE', 'The total is too large')
}

function vatsOf(rates: ReadonlyMap<string, { base: bigint; amount: bigint }>): VatTotal[] {
  return [...rates]
    .toSorted(([a], [b]) => new Big(b).cmp(a))
    .map(([rate, { base, amount }]) => ({
      rate,
      base: base.toString(),
      amount: amount.toString(),
    }))
}
