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

const refuses = ['ALREADY_EXISTS', 'CLIENT_MAY_NOT_DECIDE'] as const

export default {
  createLoanProfile: operation('POST /loan-profiles', 'CreateLoanProfile', {
    summary: 'Offer loans of a kind, with their interest and fees',
    body: createLoanProfileInput,
    shows: loanProfileView,
    refuses,
  }).handle(({ unit, body }) => createLoanProfile(unit, body)),

  readLoanProfile: operation('GET /loan-profiles/{id}', 'ReadLoanProfile', profiles.read),

  updateLoanProfile: operation('PUT /loan-profiles/{id}', 'CreateLoanProfile', {
    summary: 'Change what is offered; loans that were given stay',
    body: updateLoanProfileInput,
    shows: loanProfileView,
    refuses,
  }).handle(({ unit, params, body }) => updateLoanProfile(unit, params.id, body)),

  searchLoanProfiles: operation('POST /loan-profiles/search', 'ReadLoanProfile', profiles.search),
} satisfies Room
