import Big from 'big.js'
import { decimal, minorOf, rounded } from '../money.ts'
import { refuse, type Fault } from '../refusal.ts'

/** Whose prices they are, the nearest to a client first. */
export const targetTypes = [
  'CLIENT',
  'CLIENT_HANDLER',
  'TEMPLATE',
  'SERVICE_PROVIDER',
  'TENANT',
] as const
export type TargetType = (typeof targetTypes)[number]

export const chargeTypes = [
  'INVOICE_FEE',
  'CREDIT_INVOICE_FEE',
  'FACTORING_COMMISSION',
  'DISCOUNT_INTEREST',
  'REMINDER_FEE_SHARE',
  'COLLECTION_FEE',
  'DISTRIBUTION_EMAIL',
  'DISTRIBUTION_LETTER',
  'DISTRIBUTION_PEPPOL',
  'DISTRIBUTION_EFAKTURA',
  'CREDIT_CHECK',
  'MONITORING',
  'PAYOUT_FEE',
  'EXPRESS_PAYOUT',
  'MONTHLY',
  'LIMIT_FEE',
  'LOAN_SETUP',
  'LOAN_NOTICE',
  'LOAN_LATE',
  'API',
] as const
export type ChargeType = (typeof chargeTypes)[number]

/** By what a bracket is chosen: the amount that is charged for, or how many there were. */
export const bracketBases = ['NONE', 'AMOUNT', 'VOLUME'] as const
export type BracketBasis = (typeof bracketBases)[number]

export const vatTreatments = ['STANDARD', 'REVERSE_CHARGE', 'EXEMPT'] as const
export type VatTreatment = (typeof vatTreatments)[number]

/** What each costs, and what of a hundred. */
export interface Rate {
  fixed: string | null
  percent: string | null
}

/** From there on, up to but without its end; the last has none. */
export interface Bracket extends Rate {
  from: string
  to: string | null
}

export interface Price extends Rate {
  chargeType: ChargeType
  min: string | null
  max: string | null
  vatTreatment: VatTreatment | null
  bracketBasis: BracketBasis
  brackets: readonly Bracket[]
}

/** What is wrong with the prices of a list: each charge has one, without gap and overlap. */
export function faultsOfPrices(prices: readonly Price[], at = '/prices'): Fault[] {
  const seen = new Set<ChargeType>()
  return prices.flatMap((price, n) => {
    const pointer = `${at}/${n}`
    const { chargeType, min, max, bracketBasis, brackets } = price
    const faults: Fault[] = []
    const fault = (field: string, code: string, message: string) =>
      faults.push({ pointer: `${pointer}/${field}`, code, message })
    if (seen.has(chargeType)) fault('chargeType', 'TWICE', `${chargeType} has two prices`)
    seen.add(chargeType)
    if (min !== null && max !== null && new Big(max).lt(min)) {
      fault('max', 'BELOW_MINIMUM', 'The highest price is below the lowest')
    }
    if (bracketBasis === 'NONE') {
      if (brackets.length > 0) fault('brackets', 'NO_BASIS', 'Say what brackets are chosen by')
      if (isFree(price)) fault('fixed', 'NO_PRICE', 'A price is fixed, a percentage, or both')
      return faults
    }
    if (!isFree(price)) fault('fixed', 'OF_BRACKETS', 'Where there are brackets, they say it')
    return [...faults, ...faultsOfBrackets(brackets, `${pointer}/brackets`)]
  })
}

const isFree = ({ fixed, percent }: Rate) => fixed === null && percent === null

/** From nothing on, each begins where the one before ends, and the last is open. */
export function faultsOfBrackets(brackets: readonly Bracket[], at: string): Fault[] {
  if (brackets.length === 0) {
    return [{ pointer: at, code: 'BRACKET_GAP', message: 'No bracket says what it costs' }]
  }
  const faults: Fault[] = []
  let end: string | null = '0'
  for (const [n, { from, to, fixed, percent }] of brackets.entries()) {
    const fault = (field: string, code: string, message: string) =>
      faults.push({ pointer: `${at}/${n}/${field}`, code, message })
    if (new Big(from).lt(0)) fault('from', 'BRACKET_BELOW_ZERO', 'Brackets begin at 0')
    else if (end === null || new Big(from).lt(end)) {
      fault('from', 'BRACKET_OVERLAP', `The bracket before ends at ${end ?? 'no value'}`)
    } else if (new Big(from).gt(end)) fault('from', 'BRACKET_GAP', `Nothing is said from ${end} on`)
    if (to !== null && new Big(to).lte(from))
      fault('to', 'BRACKET_EMPTY', 'It ends where it begins')
    if (isFree({ fixed, percent })) fault('fixed', 'NO_PRICE', 'Fixed, a percentage, or both')
    end = to
  }
  if (end !== null) {
    const pointer = `${at}/${brackets.length - 1}/to`
    faults.push({ pointer, code: 'BRACKET_GAP', message: 'The last bracket has no end' })
  }
  return faults
}

/** What a charge is calculated from: what it is charged for, how many, and how many in all. */
export interface Basis {
  amount: string
  quantity: number
  volume: number
}

export function bracketOf<B extends Bracket>(
  { bracketBasis, brackets }: { bracketBasis: BracketBasis; brackets: readonly B[] },
  { amount, volume }: Basis,
): B | undefined {
  if (bracketBasis === 'NONE') return undefined
  const value = new Big(bracketBasis === 'AMOUNT' ? amount : volume)
  return brackets.find(({ from, to }) => value.gte(from) && (to === null || value.lt(to)))
}

/** Each so much, and of the amount so many hundredths; within its limits, and rounded once. */
export function chargedBy(price: Price, basis: Basis, currency: string): string {
  const { fixed, percent } = bracketOf(price, basis) ?? price
  let charged = new Big(fixed ?? 0)
    .times(basis.quantity)
    .plus(new Big(basis.amount).times(percent ?? 0).div(100))
  if (price.min !== null && charged.lt(price.min)) charged = new Big(price.min)
  if (price.max !== null && charged.gt(price.max)) charged = new Big(price.max)
  return decimal(minorOf(charged, currency), currency)
}

export const adjustments = ['PERCENT', 'ABSOLUTE', 'SET'] as const
export type Adjustment = (typeof adjustments)[number]

const places = 6
const beyond = new Big(10).pow(12)

/** By so many hundredths or so much more, or to so much: within what a price can be. */
export function adjusted(value: string, adjustment: Adjustment, by: string): string {
  const before = new Big(value)
  const after = {
    PERCENT: () => before.times(new Big(by).plus(100)).div(100),
    ABSOLUTE: () => before.plus(by),
    SET: () => new Big(by),
  }[adjustment]()
  if (after.lt(0)) refuse('PRICE_BELOW_ZERO')
  const price = rounded(after, places)
  if (price.gte(beyond)) refuse('PRICE_TOO_HIGH')
  return price.toFixed()
}
