import { z } from 'zod'
import { drawableOf } from '../../domain/loans/loan.ts'
import type { LoanPause } from '../../domain/loans/pause.ts'
import { referenceOfLoan } from '../../domain/loans/reference.ts'
import { decimal, larger } from '../../domain/money.ts'
import {
  BusinessLoan,
  BusinessLoanEvent,
  BusinessLoanLedgerEvent,
  LoanGuarantor,
} from '../../entities/business-loan.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { LoanProfile } from '../../entities/loan-profile.ts'
import { amountShown, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { viewOf } from '../../kernel/read/view.ts'
import type { Summary } from '../../activities/loans/summarize-instalments.ts'

const terms = [
  'loanType',
  'amortization',
  'rate',
  'baseRateCode',
  'margin',
  'rateNoticeDays',
  'noticeDays',
  'minInstalment',
  'dayCount',
  'setupFee',
  'setupFeePercent',
  'instalmentFee',
  'lateFee',
  'lateFeeMostPercent',
  'lateInterestMargin',
  'lateFeesMost',
  'pauseInterest',
  'instalmentDay',
  'graceDays',
  'defaultDays',
  'autoSetOff',
  'requiresGuarantor',
  'requiresSignature',
] as const

export const loanProfileView = viewOf(LoanProfile, [
  'id',
  'code',
  'name',
  'currency',
  ...terms,
  'minAmount',
  'maxAmount',
  'minTermMonths',
  'maxTermMonths',
  'active',
  'versioned',
])

/** No notice is sent in it, nothing is late, and nothing is due. */
const pauseShown = z.object({ from: businessDate, until: businessDate }).meta({ id: 'LoanPause' })

const daysOf = (pauses: readonly LoanPause[]) => pauses.map(({ from, until }) => ({ from, until }))

export const businessLoanView = viewOf(
  BusinessLoan,
  [
    'id',
    'clientId',
    'loanProfileId',
    'loanNumber',
    'purpose',
    'currency',
    'termMonths',
    'rate',
    'amountApplied',
    'amountApproved',
    'status',
    'decisionStatus',
    'subStatusId',
    'decision',
    'reasonCodes',
    'conditions',
    'decidedBy',
    'decidedAt',
    'signedDate',
    'startDate',
    'maturityDate',
    'disbursed',
    'outstandingPrincipal',
    'accruedInterest',
    'feesDue',
    'lateFees',
    'nextRate',
    'nextRateFrom',
    'writtenOffDate',
    'archivedAt',
    'createdBy',
    'versioned',
  ],
  {
    more: {
      available: amountShown,
      pauses: z.array(pauseShown),
      /** By which it is paid by bank. */
      paymentReference: z.string().nullable().meta({ example: 'RF93L202617' }),
    },
    show: (loan) => ({
      available: decimal(larger(0n, drawableOf(loan)), loan.currency),
      pauses: daysOf(loan.pauses ?? []),
      paymentReference: referenceOfLoan(loan.loanNumber),
    }),
  },
)

/** What was agreed, as it is for this loan. */
export const termsOfLoanView = viewOf(
  BusinessLoan,
  ['id', 'clientId', 'loanProfileId', 'currency', 'termMonths', ...terms, 'versioned'],
  { name: 'BusinessLoanTerms' },
)

export const loanGuarantorView = viewOf(LoanGuarantor, [
  'id',
  'clientId',
  'businessLoanId',
  'name',
  'type',
  'countryCode',
  'identificationNumber',
  'email',
  'limitAmount',
  'currency',
  'status',
  'versioned',
])

export const loanEventView = viewOf(
  BusinessLoanEvent,
  [
    'id',
    'clientId',
    'businessLoanId',
    'type',
    'date',
    'amount',
    'currency',
    'text',
    'createdBy',
    'createdAt',
  ],
  { name: 'EventOfBusinessLoan' },
)

export const loanLedgerEventView = viewOf(BusinessLoanLedgerEvent, [
  'id',
  'clientId',
  'businessLoanId',
  'type',
  'number',
  'status',
  'plannedDate',
  'doneDate',
  'lateDate',
  'principal',
  'interest',
  'fee',
  'paidPrincipal',
  'paidInterest',
  'paidFee',
  'currency',
  'versioned',
])

export const loanFinancialEventView = viewOf(
  FinancialEvent,
  [
    'id',
    'claimId',
    'clientId',
    'type',
    'component',
    'amount',
    'currency',
    'bookDate',
    'valueDate',
    'recordedAt',
    'text',
    'reversesId',
    'reversedById',
    'createdBy',
  ],
  { name: 'BusinessLoanFinancialEvent' },
)

const instalment = z.object({
  number: z.int(),
  dueDate: businessDate,
  principal: amountShown,
  interest: amountShown,
  fee: amountShown,
  total: amountShown,
})

/** A plan of instalments, and what the loan costs a year with all its fees. */
export const summaryView = {
  schema: z
    .object({
      currency: currencyCode,
      startDate: businessDate,
      setupFee: amountShown,
      effectiveRate: z.string().nullable().meta({ example: '12.68' }),
      total: amountShown,
      pauses: z.array(pauseShown),
      instalments: z.array(instalment),
    })
    .meta({ id: 'InstalmentSummary' }),
  show({ currency, startDate, setupFee, effectiveRate, pauses, instalments }: Summary) {
    const text = (amount: bigint) => decimal(amount, currency)
    const totals = instalments.map(({ principal, interest, fee }) => principal + interest + fee)
    return {
      currency,
      startDate,
      setupFee: text(setupFee),
      effectiveRate,
      pauses: daysOf(pauses),
      total: text(totals.reduce((all, one) => all + one, 0n)),
      instalments: instalments.map(({ number, dueDate, principal, interest, fee }, n) => ({
        number,
        dueDate,
        principal: text(principal),
        interest: text(interest),
        fee: text(fee),
        total: text(totals[n] ?? 0n),
      })),
    }
  },
}
