import Big from 'big.js'
import { plusDays, type BusinessDate } from '../dates.ts'
import { invalid } from '../refusal.ts'
import { baseRates, type BaseRate, type BaseRateCode } from '../system/base-interest.ts'

/** What a rate follows, where it is not fixed: what was published, and so much more. */
export interface Floats {
  baseRateCode?: BaseRateCode | null | undefined
  margin?: string | null | undefined
}

/** A rate that will hold from a day on. */
export interface RateAhead {
  rate: string
  from: BusinessDate
}

/** Both what is followed and by how much, of the currency that is lent; else neither. */
export function refuseFloating({ baseRateCode, margin }: Floats, currency: string): void {
  const code = baseRateCode ?? null
  if ((code === null) !== ((margin ?? null) === null)) {
    invalid('/margin', 'INCOMPLETE', 'It goes with `baseRateCode`, and only with it')
  }
  if (code !== null && baseRates[code].currency !== currency) {
    invalid('/baseRateCode', 'OTHER_CURRENCY', `It is of ${baseRates[code].currency}`)
  }
}

/** Never below nothing: nobody is paid for borrowing. */
export function rateWith(margin: string, published: string): string {
  const sum = new Big(published).plus(margin).round(6)
  return sum.lt(0) ? '0' : sum.toString()
}

export const isSameRate = (one: string, other: string): boolean => new Big(one).eq(other)

interface Floating {
  rate: string
  margin: string
  rateNoticeDays: number
  ahead: RateAhead | undefined
}

/**
 * What a loan's rate will be, as it is known on a day: from the day that was published for it, and
 * never before so many days have passed since it was said. What was said already stands, unless
 * the day of it has been put off.
 */
export function rateAhead(
  { rate, margin, rateNoticeDays, ahead }: Floating,
  published: readonly BaseRate[],
  day: BusinessDate,
): RateAhead | undefined {
  const now = published.findLast(({ validFrom }) => validFrom <= day)
  const coming = published.filter(({ validFrom }) => validFrom > day)
  const next = [...(now === undefined ? [] : [now]), ...coming].find(
    (one) => !isSameRate(rateWith(margin, one.rate), rate),
  )
  if (next === undefined) return undefined
  const wanted = rateWith(margin, next.rate)
  const isSaid = ahead !== undefined && isSameRate(ahead.rate, wanted)
  if (isSaid && ahead.from >= next.validFrom) return ahead
  const told = plusDays(day, rateNoticeDays)
  return { rate: wanted, from: next.validFrom > told ? next.validFrom : told }
}
