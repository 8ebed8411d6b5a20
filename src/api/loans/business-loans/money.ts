import { z } from 'zod'
import { enterLoanEvent, enterLoanEventInput } from '../../../activities/loans/repay-loan.ts'
import {
  freeTermsInput,
  summarizeLoan,
  summarizeTerms,
  summaryInput,
} from '../../../activities/loans/summarize-instalments.ts'
import { BusinessLoan } from '../../../entities/business-loan.ts'
import { exampleId } from '../../../entities/ids.ts'
import { FinancialEvent } from '../../../entities/financial-event.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'
import { loanFinancialEventView, summaryView } from '../views.ts'

const financial = collection(FinancialEvent, {
  noun: ['financial event', 'financial events of loans'],
  shows: loanFinancialEventView,
  filters: filtersOf(FinancialEvent, ['claimId', 'type', 'bookDate']),
  sort: ['-id', 'bookDate'],
  only: { claimType: 'BUSINESS_LOAN' },
})

const fees = collection(FinancialEvent, {
  noun: ['fee', 'fees of loans'],
  shows: loanFinancialEventView,
  filters: filtersOf(FinancialEvent, ['claimId', 'bookDate']),
  sort: ['-id', 'bookDate'],
  only: { claimType: 'BUSINESS_LOAN', type: 'LOAN_FEE' },
})

export default {
  listFinancialEventsOfBusinessLoan: operation(
    'GET /business-loans/{businessLoanId}/financial-events',
    'ReadBusinessLoanFinancialEvents',
    financial.owned(BusinessLoan, 'claimId', 'businessLoanId'),
  ),

  enterFinancialEventOfBusinessLoan: operation(
    'POST /business-loans/{businessLoanId}/financial-events',
    'CreateCollectionBatchFinancialEvent',
    {
      inPath: { businessLoanId: exampleId('BusinessLoan', 'activated') },
      summary: 'Add a fee to a loan, repay it in part, or write it off',
      confirms: true,
      body: enterLoanEventInput,
      status: 200,
      returns: z
        .object({ data: z.array(loanFinancialEventView.schema) })
        .meta({ id: 'BusinessLoanFinancialEventsMade' }),
      shows: (events: FinancialEvent[]) => ({
        data: events.map((row) => loanFinancialEventView.show(row)),
      }),
      refuses: [
        'ACCOUNT_MISSING',
        'BALANCE_TOO_SMALL',
        'CLIENT_MAY_NOT_DECIDE',
        'LOAN_NOT_RUNNING',
        'LOAN_REPAID_TOO_MUCH',
        'NOT_FOUND',
        'PERIOD_LOCKED',
      ],
    },
  ).handle(({ unit, params, body }) => enterLoanEvent(unit, params.businessLoanId, body)),

  listFeesOfBusinessLoan: operation('GET /business-loans/{id}/fees', 'ReadBusinessLoan', {
    ...fees.owned(BusinessLoan, 'claimId', 'id'),
    summary: 'List the fees that were added to a loan',
  }),

  summarizeInstalmentsOfBusinessLoan: operation(
    'PUT /business-loans/{id}/installment/summary',
    'InstallmentSummaryBusinessLoans',
    {
      inPath: { id: exampleId('BusinessLoan', 'activated') },
      names: { entity: BusinessLoan },
      summary: 'Calculate the plan of a loan, after a repayment too',
      body: summaryInput,
      shows: summaryView,
      refuses: ['LOAN_NOT_RUNNING', 'LOAN_REPAID_TOO_MUCH'],
    },
  ).handle(({ unit, params, body }) => summarizeLoan(unit, params.id, body)),

  summarizeInstalments: operation(
    'PUT /business-loans/installment/summary',
    'InstallmentSummaryBusinessLoans',
    {
      summary: 'Calculate a plan and its effective rate',
      body: freeTermsInput,
      shows: summaryView,
    },
  ).handle(({ unit, body }) => summarizeTerms(unit, body)),
} satisfies Room
