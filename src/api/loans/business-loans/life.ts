import {
  applyForLoan,
  applyForLoanInput,
  updateLoan,
  updateLoanInput,
  updateTerms,
  updateTermsInput,
} from '../../../activities/loans/apply-for-loan.ts'
import {
  approveLoan,
  approveLoanInput,
  denyLoan,
  denyLoanInput,
  moveLoan,
  moveLoanInput,
} from '../../../activities/loans/decide-loan.ts'
import { pauseLoan, pauseLoanInput, resumeLoan } from '../../../activities/loans/pause-loan.ts'
import { withdrawFromLoan, withdrawInput } from '../../../activities/loans/withdraw-from-loan.ts'
import { archiveOf } from '../../../behaviours/archive.ts'
import { refusalsAtRest } from '../../../domain/clients/status.ts'
import { lifeOfLoan } from '../../../domain/loans/loan.ts'
import { exampleId } from '../../../entities/ids.ts'
import { BusinessLoan } from '../../../entities/business-loan.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { businessLoanView, termsOfLoanView } from '../views.ts'

const loans = collection(BusinessLoan, {
  noun: ['business loan', 'business loans'],
  shows: businessLoanView,
  filters: filtersOf(BusinessLoan, [
    'clientId',
    'loanProfileId',
    'loanNumber',
    'status',
    'decisionStatus',
    'maturityDate',
    'createdAt',
  ]),
  sort: ['-createdAt', 'loanNumber', 'amountApplied', 'maturityDate'],
  aside: { field: 'status', value: 'ARCHIVED', askedBy: ['status'] },
})

const archive = archiveOf(BusinessLoan, 'id', {
  status: 'status',
  life: lifeOfLoan,
  shows: businessLoanView,
})

const deciding = ['CLIENT_MAY_NOT_DECIDE', 'LOAN_DECIDED'] as const

/** One that is drawn. */
const inPath = { id: exampleId('BusinessLoan', 'activated') }

export default {
  createBusinessLoan: operation('POST /business-loans', 'CreateBusinessLoan', {
    summary: 'Apply for a loan on the terms of a profile',
    body: applyForLoanInput,
    shows: businessLoanView,
    refuses: [
      'ALREADY_EXISTS',
      ...refusalsAtRest,
      'LOAN_BASE_RATE_UNKNOWN',
      'LOAN_PROFILE_NOT_OFFERED',
      'NOT_FOUND',
    ],
  }).handle(({ unit, body }) => applyForLoan(unit, body)),

  readBusinessLoan: operation('GET /business-loans/{id}', 'ReadBusinessLoan', loans.read),
  searchBusinessLoans: operation(
    'POST /business-loans/search',
    'SearchBusinessLoans',
    loans.search,
  ),

  updateBusinessLoan: operation('PUT /business-loans/{id}', 'UpdateBusinessLoan', {
    summary: 'Change an application, or say when it was signed',
    body: updateLoanInput,
    shows: businessLoanView,
    refuses: [...deciding, 'LOAN_NOT_TO_SIGN'],
  }).handle(({ unit, params, body }) => updateLoan(unit, params.id, body)),

  readTermsOfBusinessLoan: operation('GET /business-loans/{id}/profile', 'ReadBusinessLoan', {
    summary: 'Read the terms of a loan',
    shows: termsOfLoanView,
  }).handle(({ unit, params }) => unit.load(BusinessLoan, params.id)),

  updateTermsOfBusinessLoan: operation('PUT /business-loans/{id}/profile', 'UpdateBusinessLoan', {
    summary: 'Change the terms of a loan until it is decided',
    body: updateTermsInput.meta({ example: { instalmentFee: '25.00' } }),
    shows: termsOfLoanView,
    refuses: [...deciding, 'LOAN_BASE_RATE_UNKNOWN'],
  }).handle(({ unit, params, body }) => updateTerms(unit, params.id, body)),

  moveBusinessLoanDecision: operation(
    'PUT /business-loans/{id}/credit-decision/move',
    'UpdateCreditDecisionStatus',
    {
      summary: 'Move the decision about a loan on',
      body: moveLoanInput.meta({ example: { status: 'READY_FOR_DECISION' } }),
      shows: businessLoanView,
      refuses: [...deciding, 'DECISION_MOVE_NOT_ALLOWED', 'DECISION_DECIDED'],
    },
  ).handle(({ unit, params, body }) => moveLoan(unit, params.id, body)),

  approveBusinessLoan: operation(
    'PUT /business-loans/{id}/credit-decision/approve',
    'CreditDecisionApproveBusinessLoans',
    {
      summary: 'Approve a loan, a large one by two',
      confirms: true,
      body: approveLoanInput,
      shows: businessLoanView,
      refuses: [
        ...deciding,
        ...refusalsAtRest,
        'LOAN_BASE_RATE_UNKNOWN',
        'LOAN_DECISION_NOT_READY',
        'LOAN_GUARANTOR_MISSING',
      ],
    },
  ).handle(({ unit, params, body }) => approveLoan(unit, params.id, body)),

  denyBusinessLoan: operation(
    'PUT /business-loans/{id}/credit-decision/deny',
    'CreditDecisionDenyBusinessLoans',
    {
      summary: 'Turn a loan down, stating why',
      inPath: { id: exampleId('BusinessLoan', 'another') },
      body: denyLoanInput,
      shows: businessLoanView,
      refuses: [...deciding, 'LOAN_DECISION_NOT_READY', 'NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => denyLoan(unit, params.id, body)),

  withdrawFromBusinessLoan: operation(
    'PUT /business-loans/{id}/withdraw',
    'CreateBusinessLoanWithdrawal',
    {
      inPath,
      summary: 'Withdraw from a loan, always by two people',
      confirms: true,
      body: withdrawInput,
      shows: businessLoanView,
      refuses: [
        'ACCOUNT_MISSING',
        ...refusalsAtRest,
        'LOAN_BASE_RATE_UNKNOWN',
        'LOAN_LIMIT_EXCEEDED',
        'LOAN_NOT_DRAWABLE',
        'LOAN_NOT_SIGNED',
        'LOAN_OVERDUE',
        'PAYOUT_NOT_POSSIBLE',
        'PERIOD_LOCKED',
      ],
    },
  ).handle(({ unit, params, body }) => withdrawFromLoan(unit, params.id, body)),

  pauseBusinessLoan: operation('PUT /business-loans/{id}/pause', 'UpdateBusinessLoan', {
    inPath,
    extension: true,
    summary: 'Pause the instalments of a loan from a day to another',
    body: pauseLoanInput,
    shows: businessLoanView,
    refuses: ['CLIENT_MAY_NOT_DECIDE', 'LOAN_NOT_TO_PAUSE', 'PERIOD_LOCKED'],
  }).handle(({ unit, params, body }) => pauseLoan(unit, params.id, body)),

  resumeBusinessLoan: operation('PUT /business-loans/{id}/resume', 'UpdateBusinessLoan', {
    inPath,
    extension: true,
    summary: 'End the pause of a loan before its day',
    shows: businessLoanView,
    refuses: ['CLIENT_MAY_NOT_DECIDE', 'LOAN_NOT_RUNNING', 'LOAN_WITHOUT_PAUSE', 'PERIOD_LOCKED'],
  }).handle(({ unit, params }) => resumeLoan(unit, params.id)),

  archiveBusinessLoan: operation(
    'PUT /business-loans/{id}/archive/add',
    'AddToArchiveBusinessLoans',
    {
      ...archive.add,
      summary: 'Archive a loan that is repaid or written off',
    },
  ),
  removeBusinessLoanFromArchive: operation(
    'PUT /business-loans/{id}/archive/remove',
    'RemoveFromArchiveBusinessLoans',
    {
      summary: 'Take a loan out of the archive',
      shows: businessLoanView,
      refuses: archive.remove.refuses,
    },
  ).handle(async (call) => {
    const loan = await archive.remove.handle(call)
    // What was lost is lost still, while something of it is owed.
    const { writtenOffDate, outstandingPrincipal, accruedInterest, feesDue } = loan
    const owed = outstandingPrincipal + accruedInterest + feesDue
    const isLost = writtenOffDate != null && owed > 0n
    if (isLost) loan.status = lifeOfLoan.move(loan.status, 'stayLost')
    return loan
  }),
} satisfies Room
