import type { BusinessDate } from '../dates.ts'

/** What late interest is added to, each published for half a year by one that the law names. */
export const baseRates = {
  SE_REFERENCE: { countryCode: 'SE', currency: 'SEK' },
  NO_REFERENCE: { countryCode: 'NO', currency: 'NOK' },
  DK_REFERENCE: { countryCode: 'DK', currency: 'DKK' },
  FI_REFERENCE: { countryCode: 'FI', currency: 'EUR' },
} as const

export type BaseRateCode = keyof typeof baseRates

export const baseRateCodes = [
  'SE_REFERENCE',
  'NO_REFERENCE',
  'DK_REFERENCE',
  'FI_REFERENCE',
] as const satisfies readonly BaseRateCode[]

/** A rate of so many hundredths a year, from a day on until the next begins. */
export interface BaseRate {
  code: BaseRateCode
  validFrom: BusinessDate
  rate: string
}

/** As somebody published it. */
export interface PublishedRate extends BaseRate {
  source: string
}

export const isBaseRateCode = (code: string): code is BaseRateCode => Object.hasOwn(baseRates, code)

/** The rate that the law of a country names. */
export const baseRateOf = (countryCode: string): BaseRateCode | undefined =>
  baseRateCodes.find((code) => baseRates[code].countryCode === countryCode)

/** The first day of the half-year of a day: from then on what was published for it holds. */
export const halfYearOf = (day: BusinessDate): BusinessDate =>
  `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? '01' : '07'}-01`

/** Whether another should have been published since for the half-year of a day. */
export const isOutdated = ({ validFrom }: Pick<BaseRate, 'validFrom'>, day: BusinessDate) =>
  validFrom < halfYearOf(day)
