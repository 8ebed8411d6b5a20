import { decisionLists, moveDecisions } from '../../activities/factoring/bulk-decision.ts'
import { moveDecision, moveDecisionInput } from '../../activities/factoring/move-decision.ts'
import { refuseBound } from '../../activities/credit/refuse-bound.ts'
import { moveExternal, moveExternalInput } from '../../activities/factoring/move-external.ts'
import { lastDecisionOf } from '../../activities/factoring/last-decision-of.ts'
import {
  requestFactoring,
  requestFactoringInput,
} from '../../activities/factoring/request-factoring.ts'
import { checkMove } from '../../domain/factoring/moves.ts'
import { exampleId } from '../../entities/ids.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { bulk } from '../../behaviours/bulk.ts'
import { collection } from '../../kernel/read/collection.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { decisionsBy } from './decision-summaries.ts'
import { factoringDecisionView } from './decision-view.ts'

const decisions = collection(FactoringDecision, {
  noun: ['factoring decision', 'factoring decisions'],
  shows: factoringDecisionView,
  ...decisionLists,
})
const byClient = decisionsBy('clients')
const byDebtor = decisionsBy('debtors')

const bulkMove = bulk({
  task: 'factoring.bulkDecision',
  work: moveDecisions,
  summary: 'Move many decisions; each by itself, in the background',
  refuses: ['CLIENT_MAY_NOT_DECIDE'],
})

const moving = [
  'CLIENT_MAY_NOT_DECIDE',
  'DEBTOR_BLOCKED',
  'DECISION_DECIDED',
  'INVOICE_NOT_ACTIVATED',
  'INVOICE_NOT_SERVICE',
  'INVOICE_NOT_FINANCEABLE',
  'KYC_DENIED',
  'LIMIT_EXCEEDED',
  'MONITORING_OPEN',
  'PRODUCT_NOT_AVAILABLE',
  'PRODUCT_NOT_ENABLED',
  'ACCOUNT_MISSING',
  'PERIOD_LOCKED',
] as const

export default {
  requestFactoring: operation(
    'PUT /factoring-decisions/{invoiceId}/factoring',
    'UpdateCreditDecisionStatus',
    {
      summary: 'Request the financing of an invoice, or once more',
      inPath: { invoiceId: exampleId('Invoice', 'another') },
      body: requestFactoringInput,
      shows: factoringDecisionView,
      refuses: [
        'DEBTOR_BLOCKED',
        'DECISION_OPEN',
        'INVOICE_NOT_ACTIVATED',
        'INVOICE_NOT_FINANCEABLE',
        'INVOICE_NOT_SERVICE',
      ],
    },
  ).handle(({ unit, params }) => requestFactoring(unit, params.invoiceId)),

  moveDecision: operation('PUT /factoring-decisions/{id}/move', 'UpdateCreditDecisionStatus', {
    names: { entity: FactoringDecision },
    byNotes: true,
    summary: 'Move a decision on, or make it; named by its id or by its invoice',
    body: moveDecisionInput.meta({
      example: { status: 'DECIDED', financeDecision: 'APPROVED', comment: 'Known for years' },
    }),
    shows: factoringDecisionView,
    refuses: ['DECISION_MOVE_NOT_ALLOWED', ...moving],
  }).handle(({ unit, params, body }) => moveDecision(unit, params.id, body)),

  moveDecisions: operation('PUT /factoring-decisions/move', 'UpdateCreditDecisionStatus', {
    ...bulkMove,
    handle: async (call: Parameters<typeof bulkMove.handle>[0]) => {
      refuseBound(call.unit)
      checkMove(moveDecisionInput.strip().parse(call.body))
      return bulkMove.handle(call)
    },
  }),

  moveDecisionExternally: operation(
    'PUT /factoring-decisions/{id}/move-external',
    'UpdateExternalFactoringDecision',
    {
      names: { entity: FactoringDecision },
      summary: 'Record what an external financier decided',
      body: moveExternalInput,
      shows: factoringDecisionView,
      refuses: ['AMOUNT_DIFFERS', ...moving],
    },
  ).handle(({ unit, params, body }) => moveExternal(unit, params.id, body)),

  readDecisionOfInvoice: operation(
    'GET /factoring-decisions/invoice/{id}',
    'GetInvoiceCreditDecisionStatus',
    {
      summary: 'Read the last decision about an invoice; how it came about too',
      inPath: { id: exampleId('Invoice', 'activated') },
      shows: factoringDecisionView,
    },
  ).handle(({ unit, params }) => lastDecisionOf(unit, params.id)),

  searchDecisionsOfInvoices: operation(
    'POST /factoring-decisions/invoices/search',
    'SearchInvoiceCreditDecisionStatus',
    decisions.search,
  ),

  countDecisionsOfClient: operation(
    'GET /factoring-decisions/clients/{id}',
    'GetClientCreditDecisionStatus',
    byClient.ofOne,
  ),

  searchDecisionsByClient: operation(
    'POST /factoring-decisions/clients/search',
    'SearchClientCreditDecisionStatus',
    byClient.search,
  ),

  searchDailyDecisionsByClient: operation(
    'POST /factoring-decisions/clients/daily/search',
    'SearchClientCreditDecisionStatus',
    byClient.daily,
  ),

  countDecisionsOfDebtor: operation(
    'GET /factoring-decisions/debtors/{id}',
    'GetDebtorCreditDecisionStatus',
    byDebtor.ofOne,
  ),

  searchDecisionsByDebtor: operation(
    'POST /factoring-decisions/debtors/search',
    'SearchDebtorCreditDecisionStatus',
    byDebtor.search,
  ),

  searchDailyDecisionsByDebtor: operation(
    'POST /factoring-decisions/debtors/daily/search',
    'SearchDebtorCreditDecisionStatus',
    byDebtor.daily,
  ),
} satisfies Room
