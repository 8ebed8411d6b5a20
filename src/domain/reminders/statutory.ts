import Big from 'big.js'
import type { Component } from '../bookkeeping/ledger.ts'
import type { BusinessDate } from '../dates.ts'

interface Statutory {
  key: string
  component: Component
  currency: string
  validFrom: BusinessDate
  /** The most that may be taken of a debtor for it. */
  most: string
  source: string
}

/** Data: what the laws allow, from a day on until another of the same key begins. */
const statutory = [
  {
    key: 'SE.reminderFee.max',
    component: 'REMINDER_FEE',
    currency: 'SEK',
    validFrom: '2023-01-01',
    most: '60',
    source: 'Lag 1981:739',
  },
  {
    key: 'SE.collectionDemandFee.max',
    component: 'COLLECTION_FEE',
    currency: 'SEK',
    validFrom: '2023-01-01',
    most: '180',
    source: 'Lag 1981:739',
  },
  {
    key: 'SE.partPaymentPlanFee.max',
    component: 'PLAN_FEE',
    currency: 'SEK',
    validFrom: '2023-01-01',
    most: '170',
    source: 'Lag 1981:739',
  },
  {
    key: 'SE.lateCompensation',
    component: 'LATE_COMPENSATION',
    currency: 'SEK',
    validFrom: '2023-01-01',
    most: '450',
    source: 'Lag 1981:739, 4 a §',
  },
  {
    key: 'NO.lateCompensation',
    component: 'LATE_COMPENSATION',
    currency: 'NOK',
    validFrom: '2025-01-01',
    most: '470',
    source: 'FOR-2024-12-19-3279',
  },
  {
    key: 'NO.lateCompensation',
    component: 'LATE_COMPENSATION',
    currency: 'NOK',
    validFrom: '2026-01-01',
    most: '460',
    source: 'Finansdepartementet',
  },
  {
    key: 'DK.reminderFee.max',
    component: 'REMINDER_FEE',
    currency: 'DKK',
    validFrom: '2023-01-01',
    most: '100',
    source: 'Renteloven § 9 b',
  },
  {
    key: 'DK.lateCompensation',
    component: 'LATE_COMPENSATION',
    currency: 'DKK',
    validFrom: '2023-01-01',
    most: '310',
    source: 'Renteloven § 9 a',
  },
  {
    key: 'EU.lateCompensation',
    component: 'LATE_COMPENSATION',
    currency: 'EUR',
    validFrom: '2023-01-01',
    most: '40',
    source: 'Directive 2011/7/EU, Article 6',
  },
] as const satisfies readonly Statutory[]

export type StatutoryKey = (typeof statutory)[number]['key']

export const statutoryKeys = [
  'SE.reminderFee.max',
  'SE.collectionDemandFee.max',
  'SE.partPaymentPlanFee.max',
  'SE.lateCompensation',
  'NO.lateCompensation',
  'DK.reminderFee.max',
  'DK.lateCompensation',
  'EU.lateCompensation',
] as const satisfies readonly StatutoryKey[]

export const isFeeComponent = (component: Component): boolean =>
  component !== 'CAPITAL' && component !== 'LATE_INTEREST' && component !== 'CREDIT_INTEREST'

/** The rule that limits a fee of its kind in a currency, whether or not somebody names it. */
export const statutoryKeyOf = (component: Component, currency: string): StatutoryKey | undefined =>
  statutory.find((each) => each.component === component && each.currency === currency)?.key

/** The most that a rule allows on a day; undefined where nothing is known of that day. */
export const mostBy = (key: StatutoryKey, day: BusinessDate): string | undefined =>
  statutory.findLast((each) => each.key === key && each.validFrom <= day)?.most

export const isAbove = (amount: string, most: string | undefined): boolean =>
  most !== undefined && new Big(amount).gt(most)
