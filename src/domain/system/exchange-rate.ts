import Big from 'big.js'
import { plusDays, type BusinessDate } from '../dates.ts'
import { rounded } from '../money.ts'

/** How much of a currency one of the base was worth on a day, and who says so. */
export interface DayRate {
  base: string
  currency: string
  date: BusinessDate
  rate: string
  source: string
}

/** One currency for one of another, as of a day. */
export interface FoundRate {
  rate: Big
  date: BusinessDate
  source: string
}

/** The longest row of days on which no bank is open has a rate before it within so many days. */
export const rateDaysMax = 10

/** From which day on rates still hold on a day. */
export const ratesFrom = (date: BusinessDate): BusinessDate => plusDays(date, -rateDaysMax)

/**
 * What one of a currency is worth in another, on the latest day for which that is known. On one day
 * a quoted rate, in either direction, comes before one calculated by a third currency.
 */
export function rateBetween(
  of: string,
  to: string,
  rates: readonly DayRate[],
): FoundRate | undefined {
  const plain = quoted(of, to, rates)
  const thirds = new Set(rates.flatMap(({ base, currency }) => [base, currency]))
  const crossed = [...thirds].flatMap((third) => {
    const [one, other] = [quoted(of, third, rates), quoted(third, to, rates)]
    if (one === undefined || other === undefined) return []
    return { ...(one.date < other.date ? one : other), rate: one.rate.times(other.rate) }
  })
  return [...(plain === undefined ? [] : [plain]), ...crossed]
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .at(0)
}

/** A rate that differs by more from the last one is taken for a slip until somebody says it is meant. */
const jumpMax = 0.5

export const isDoubtful = (rate: string, last: Big | string): boolean =>
  new Big(rate).minus(last).abs().gt(new Big(last).times(jumpMax))

const placesOfRate = 10

/**
 * The same from several lists: of all the latest rate wins, and for the same day the first list. A
 * loaded rate of an earlier day hides no later one of another list.
 */
export function rateOfLists(
  of: string,
  to: string,
  lists: readonly (readonly DayRate[])[],
): FoundRate | undefined {
  const known = lists.flatMap((rates) => {
    const found = rateBetween(of, to, rates)
    if (found === undefined) return []
    const rate = rounded(found.rate, placesOfRate)
    return rate.eq(0) ? [] : [{ ...found, rate }]
  })
  return known.toSorted((a, b) => b.date.localeCompare(a.date)).at(0)
}

/** The latest of either direction. */
function quoted(of: string, to: string, rates: readonly DayRate[]): FoundRate | undefined {
  if (of === to) return undefined
  const found = rates
    .filter(({ base, currency }) => [base, currency].includes(of) && [base, currency].includes(to))
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .at(0)
  if (found === undefined) return undefined
  const { base, rate, date, source } = found
  return { rate: base === of ? new Big(rate) : inverse(rate), date, source }
}

const placesOfInverse = 20

function inverse(rate: string): Big {
  const one = new Big(1)
  const places = Big.DP
  try {
    Big.DP = placesOfInverse
    return one.div(rate)
  } finally {
    Big.DP = places
  }
}
