import {
  addClientsToEngine,
  addClientsToEngineInput,
  removeClientFromEngine,
  removeClientsFromEngine,
} from '../../activities/payments/matching/clients-of-engine.ts'
import {
  createEngine,
  createEngineInput,
  deleteEngine,
  updateEngine,
  updateEngineInput,
} from '../../activities/payments/matching/save-engine.ts'
import {
  simulateMatching,
  simulateMatchingInput,
} from '../../activities/payments/matching/simulate-matching.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { PaymentMatchingEngine } from '../../entities/payment-matching.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import {
  engineView,
  fieldsView,
  matchFieldsShown,
  simulatedShown,
  simulatedView,
} from './matching-views.ts'

const engines = collection(PaymentMatchingEngine, {
  noun: ['row of the matching engine', 'rows of the matching engine'],
  shows: engineView,
  filters: filtersOf(PaymentMatchingEngine, ['name', 'action', 'scope', 'priority']),
  sort: ['priority', 'name'],
})

export default {
  listMatchingEngines: operation(
    'GET /payment-matching-engine',
    'ReadPaymentMatchingEngine',
    forTheTenantAlone(engines.list),
  ),
  createMatchingEngine: operation('POST /payment-matching-engine', 'CreatePaymentMatchingEngine', {
    summary: 'Say how payments find their claims',
    body: createEngineInput,
    shows: engineView,
  }).handle(({ unit, body }) => createEngine(unit, body)),
  readMatchingEngine: operation(
    'GET /payment-matching-engine/{id}',
    'ReadPaymentMatchingEngine',
    forTheTenantAlone(engines.read),
  ),
  updateMatchingEngine: operation(
    'PUT /payment-matching-engine/{id}',
    'UpdatePaymentMatchingEngine',
    {
      summary: 'Change a row of the matching engine',
      body: updateEngineInput,
      shows: engineView,
    },
  ).handle(({ unit, params, body }) => updateEngine(unit, params.id, body)),
  deleteMatchingEngine: operation(
    'DELETE /payment-matching-engine/{id}',
    'DeletePaymentMatchingEngine',
    { names: { entity: PaymentMatchingEngine }, summary: 'Delete a row of the matching engine' },
  ).handle(({ unit, params }) => deleteEngine(unit, params.id)),
  searchMatchingEngines: operation(
    'POST /payment-matching-engine/search',
    'SearchPaymentMatchingEngine',
    forTheTenantAlone(engines.search),
  ),

  addClientsToMatchingEngine: operation(
    'POST /payment-matching-engine/{id}/clients',
    'UpdatePaymentMatchingEngine',
    {
      summary: 'Let a row be for the claims of these clients',
      body: addClientsToEngineInput,
      shows: engineView,
      locate: ({ id }) => `/payment-matching-engine/${id}`,
      refuses: ['NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => addClientsToEngine(unit, params.id, body)),
  removeClientsFromMatchingEngine: operation(
    'DELETE /payment-matching-engine/{id}/clients',
    'UpdatePaymentMatchingEngine',
    { summary: 'Take all clients from a row; it is for nobody then' },
  ).handle(({ unit, params }) => removeClientsFromEngine(unit, params.id)),
  removeClientFromMatchingEngine: operation(
    'DELETE /payment-matching-engine/{id}/clients/{clientId}',
    'UpdatePaymentMatchingEngine',
    { summary: 'Take a client from a row of the matching engine' },
  ).handle(({ unit, params }) => removeClientFromEngine(unit, params.id, params.clientId)),

  readMatchFields: operation(
    'GET /payment-matching-engine/match-fields',
    'ReadPaymentMatchingEngine',
    { summary: 'Read what conditions can ask of payments', returns: fieldsView },
  ).handle(async () => matchFieldsShown()),
  simulateMatching: operation(
    'POST /payment-matching-engine/simulate',
    'ReadPaymentMatchingEngine',
    {
      summary: 'See what payments would be linked to, and why',
      body: simulateMatchingInput,
      returns: simulatedView,
      status: 200,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, body }) => simulatedShown(await simulateMatching(unit, body))),
} satisfies Room
