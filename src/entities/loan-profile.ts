import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { dayCounts } from '../domain/loans/day-count.ts'
import { pauseInterests } from '../domain/loans/pause.ts'
import { amortizations, loanTypes } from '../domain/loans/schedule.ts'
import { baseRateCodes } from '../domain/system/base-interest.ts'
import { amount, code, currency, exactNumber, name, oneOf, wholeNumber } from './columns.ts'
import { identified, noTwoAlike, tenantTable, versioned } from './table.ts'

export const percent = (example: string) =>
  exactNumber(example, {
    pattern: /^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/,
    says: 'From 0 to 100, in decimal notation',
  })

/** What is agreed of a loan: of a profile what is offered, of a loan what holds for it. */
export const loanTerms = () => ({
  loanType: oneOf(20, loanTypes),
  amortization: oneOf(20, amortizations),
  /** In per cent a year. */
  rate: percent('12'),
  dayCount: oneOf(20, dayCounts),
  /** What the rate follows; one without is fixed. */
  baseRateCode: oneOf(20, baseRateCodes).nullable(),
  /** By how much it is above that. */
  margin: percent('4.5').nullable(),
  /** How many days before its rate changes that is said. */
  rateNoticeDays: wholeNumber({ least: 1, most: 180, example: 14 }).nullable(),
  /** Taken from what is first paid out: so much, and so many hundredths of the loan. */
  setupFee: amount(),
  setupFeePercent: percent('1'),
  /** What each instalment costs besides. */
  instalmentFee: amount(),
  /** What an instalment costs that is late. */
  lateFee: amount(),
  /** What that is at most, in hundredths of what is open of the instalment. */
  lateFeeMostPercent: percent('5').nullable(),
  /** What all late fees of a loan come to at most. */
  lateFeesMost: amount().nullable(),
  /** What is late bears as much as the law's rate and so much more; without it as if it were not. */
  lateInterestMargin: percent('8').nullable(),
  /** Whether it bears interest while it is paused; without a word it does. */
  pauseInterest: oneOf(10, pauseInterests).nullable(),
  /** What an instalment of a credit line is at least. */
  minInstalment: amount().nullable(),
  /** How many days before its due date an instalment is announced; none without. */
  noticeDays: wholeNumber({ least: 1, most: 90, example: 14 }).nullable(),
  /** The day of the month on which instalments are due; without one that of the first payment. */
  instalmentDay: wholeNumber({ least: 1, most: 28, example: 25 }).nullable(),
  /** How many days after its due date an instalment is late. */
  graceDays: wholeNumber({ most: 90, example: 5 }),
  /** After how many days overdue the loan is in default. */
  defaultDays: wholeNumber({ least: 1, most: 3650, example: 60 }),
  /** Instalments are taken from the client account on their day. */
  autoSetOff: p.boolean(),
  requiresGuarantor: p.boolean(),
  requiresSignature: p.boolean(),
})

/** A loan as it is offered, and within which bounds. */
export const LoanProfile = defineEntity({
  name: 'LoanProfile',
  ...tenantTable('loan_profile', {
    references: { tenantId: 'tenant' },
    pointsAt: { loan_profile_code_unique: ['code'] },
    events: { LOAN_PROFILE: { means: ofRow(), rights: ['ReadLoanProfile'] } },
  }),
  properties: {
    ...identified('LP'),
    code: code('TERM_LOAN'),
    name: name(100, 'Term loan, monthly'),
    currency: currency(),
    ...loanTerms(),
    minAmount: amount(),
    maxAmount: amount(),
    minTermMonths: wholeNumber({ least: 1, most: 360, example: 3 }),
    maxTermMonths: wholeNumber({ least: 1, most: 360, example: 60 }),
    /** One that is not is given to no further loan. */
    active: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'loan_profile_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    noTwoAlike('loan_profile'),
    { name: 'loan_profile_type_index', properties: ['tenantId', 'loanType', 'id'] },
    { name: 'loan_profile_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'loan_profile_active_index', properties: ['tenantId', 'active', 'id'] },
    { name: 'loan_profile_name_index', properties: ['tenantId', 'name', 'id'] },
  ],
})
export type LoanProfile = InferEntity<typeof LoanProfile>
