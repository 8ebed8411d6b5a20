import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import {
  matchActions,
  matchScopes,
  matchSteps,
  type MatchCondition,
} from '../domain/payments/matching/rule.ts'
import { amount, currency, exactNumber, idOf, list, name, oneOf, wholeNumber } from './columns.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** A row of the matching engine: of which payments and claims it says how they are matched. */
export const PaymentMatchingEngine = defineEntity({
  name: 'PaymentMatchingEngine',
  ...tenantTable('payment_matching_engine', {
    references: { tenantId: 'tenant' },
    events: {
      PAYMENT_MATCHING_ENGINE: {
        means: ofRow(),
        rights: ['ReadPaymentMatchingEngine', 'SearchPaymentMatchingEngine'],
      },
    },
  }),
  properties: {
    ...identified('ME'),
    name: name(100, 'Card payments'),
    /** The lowest comes first; of two with the same, the older. */
    priority: wholeNumber({ least: 1, most: 1000, example: 100 }),
    /** Whether it is for the claims of all clients, or of those alone that it names. */
    scope: oneOf(10, matchScopes),
    conditions: p.json<readonly MatchCondition[]>(),
    action: oneOf(10, matchActions),
    /** By what a claim is sought where no reference names one, in this order. */
    steps: list(matchSteps),
    allowOverpayment: p.boolean(),
    /** By how much a payment may differ, in its currency and of a hundred. */
    toleranceAmount: amount({ currency: 'currency' }).nullable(),
    currency: currency().nullable(),
    tolerancePercent: exactNumber('0.5').nullable(),
    ...versioned,
  },
  checks: [
    {
      name: 'payment_matching_engine_has_a_currency',
      expression: '(tolerance_amount is null) = (currency is null)',
    },
  ],
  indexes: [
    { name: 'payment_matching_engine_priority_index', properties: ['tenantId', 'priority', 'id'] },
    { name: 'payment_matching_engine_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'payment_matching_engine_action_index', properties: ['tenantId', 'action', 'id'] },
    { name: 'payment_matching_engine_scope_index', properties: ['tenantId', 'scope', 'id'] },
  ],
})
export type PaymentMatchingEngine = InferEntity<typeof PaymentMatchingEngine>

export const PaymentMatchingEngineClient = defineEntity({
  name: 'PaymentMatchingEngineClient',
  ...tenantTable('payment_matching_engine_client', {
    clientColumn: 'client_id',
    // How the tenant matches what comes in is not theirs to hear.
    clientHears: () => false,
    trail: { entity: 'PaymentMatchingEngine', key: 'engineId' },
    references: { engineId: 'payment_matching_engine', clientId: 'client' },
    events: {
      PAYMENT_MATCHING_ENGINE: { means: [onCreated('clientAdded'), onDeleted('clientRemoved')] },
    },
  }),
  properties: {
    ...inTenant,
    engineId: idOf('PaymentMatchingEngine').primary(),
    clientId: idOf('Client').primary(),
  },
  indexes: [
    {
      name: 'payment_matching_engine_client_client_index',
      properties: ['tenantId', 'clientId'],
    },
  ],
})
export type PaymentMatchingEngineClient = InferEntity<typeof PaymentMatchingEngineClient>
