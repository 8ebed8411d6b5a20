import {
  createLoanProfile,
  createLoanProfileInput,
  updateLoanProfile,
  updateLoanProfileInput,
} from '../../activities/loans/loan-profiles.ts'
import { LoanProfile } from '../../entities/loan-profile.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { loanProfileView } from './views.ts'

const profiles = collection(LoanProfile, {
  noun: ['loan profile', 'loan profiles'],
  shows: loanProfileView,
  filters: filtersOf(LoanProfile, ['code', 'name', 'loanType', 'currency', 'active']),
  sort: ['name', 'code'],
})

const refuses = ['ALREADY_EXISTS', 'CLIENT_MAY_NOT_DECIDE', 'LOAN_BASE_RATE_UNKNOWN'] as const

const example = {
  code: 'TERM_LOAN',
  name: 'Term loan, monthly',
  currency: 'SEK',
  loanType: 'INSTALMENT',
  amortization: 'ANNUITY',
  baseRateCode: 'SE_REFERENCE',
  margin: '4.5',
  rateNoticeDays: 14,
  noticeDays: 14,
  lateFee: '60.00',
  minAmount: '10000.00',
  maxAmount: '500000.00',
  minTermMonths: 3,
  maxTermMonths: 60,
} as const

export default {
  createLoanProfile: operation('POST /loan-profiles', 'CreateLoanProfile', {
    summary: 'Offer loans of a kind, with their interest and fees',
    body: createLoanProfileInput.meta({ example }),
    shows: loanProfileView,
    refuses,
  }).handle(({ unit, body }) => createLoanProfile(unit, body)),

  readLoanProfile: operation('GET /loan-profiles/{id}', 'ReadLoanProfile', profiles.read),

  updateLoanProfile: operation('PUT /loan-profiles/{id}', 'CreateLoanProfile', {
    summary: 'Change what is offered; loans that were given stay',
    body: updateLoanProfileInput.meta({ example: { noticeDays: 14 } }),
    shows: loanProfileView,
    refuses,
  }).handle(({ unit, params, body }) => updateLoanProfile(unit, params.id, body)),

  searchLoanProfiles: operation('POST /loan-profiles/search', 'ReadLoanProfile', profiles.search),
} satisfies Room
