import Big from 'big.js'
import type { BillVat } from '../bookkeeping/bill.ts'
import { plusDays, type BusinessDate } from '../dates.ts'
import { standardRateOf } from '../invoices/vat-rates.ts'
import { life } from '../life.ts'
import { shareOf, sum } from '../money.ts'
import type { ChargeType, VatTreatment } from '../pricing/price.ts'

export const chargeStatuses = ['GENERATED', 'AUTHORIZED', 'BILLED', 'DELETED'] as const

export const lifeOfCharge = life('charge', 'CHARGE_NOT_OPEN', chargeStatuses, {
  authorize: { from: ['GENERATED'], to: 'AUTHORIZED', event: 'authorized' },
  bill: { from: ['AUTHORIZED'], to: 'BILLED', event: 'billed' },
  delete: { from: ['GENERATED', 'AUTHORIZED'], to: 'DELETED', event: 'removed' },
})

export const chargeSources = [
  'FINANCIAL_EVENT',
  'DOCUMENT',
  'BUSINESS_LOAN',
  'LOAN_INSTALMENT',
  'MONTH',
  'MANUAL',
] as const
export type ChargeSource = (typeof chargeSources)[number]

/** What happened is charged for so many days later at the latest. */
export const chargedForDays = 92

/** Lending is exempt, whatever the bills of a client say; the list itself may say otherwise. */
const exempt: ReadonlySet<ChargeType> = new Set([
  'DISCOUNT_INTEREST',
  'LOAN_SETUP',
  'LOAN_NOTICE',
  'LOAN_LATE',
])

export function treatmentOf(
  chargeType: ChargeType,
  ofPrice: VatTreatment | null,
  ofBills: VatTreatment,
): VatTreatment {
  return ofPrice ?? (exempt.has(chargeType) ? 'EXEMPT' : ofBills)
}

/** The tenant's standard rate on the day; none where it is exempt or the client accounts for it. */
export const vatRateOf = (treatment: VatTreatment, country: string, day: BusinessDate): string =>
  treatment === 'STANDARD' ? standardRateOf(country, day) : '0'

/** The months whose first day lies in the days, by that day. */
export function monthsIn(from: BusinessDate, to: BusinessDate): BusinessDate[] {
  const months: BusinessDate[] = []
  let first = `${to.slice(0, 7)}-01`
  while (first >= from) {
    months.unshift(first)
    first = `${plusDays(first, -1).slice(0, 7)}-01`
  }
  return months
}

export const billingFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
type BillingFrequency = (typeof billingFrequencies)[number]

/** The last day of the last whole period up to a day: weeks end on Sundays. */
export function periodEnd(frequency: BillingFrequency, day: BusinessDate): BusinessDate {
  if (frequency === 'DAILY') return day
  if (frequency === 'WEEKLY') return plusDays(day, -new Date(`${day}T00:00Z`).getUTCDay())
  const next = plusDays(day, 1)
  return next.endsWith('-01') ? day : plusDays(`${day.slice(0, 7)}-01`, -1)
}

interface Charged {
  vatTreatment: VatTreatment
  vatRate: string
  amount: bigint
}

/** VAT once for each treatment and rate, on what was charged under it in all. */
export function vatsOf(charges: readonly Charged[]): BillVat[] {
  const groups = Map.groupBy(charges, ({ vatTreatment, vatRate }) => `${vatTreatment} ${vatRate}`)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => {
      const { vatTreatment: treatment } = some[0]!
      const rate = new Big(some[0]!.vatRate).toFixed()
      const net = sum(some.map(({ amount }) => amount))
      const vat = shareOf(net, new Big(rate).div(100))
      return { treatment, rate, net: String(net), vat: String(vat) }
    })
}
