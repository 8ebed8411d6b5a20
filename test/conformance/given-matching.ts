import type { IdKind } from '../../src/entities/ids.ts'
import { matchActions, matchScopes, matchSteps } from '../../src/domain/payments/matching/rule.ts'
import type { Values } from '../support/rows.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

export const matchingParameters: Readonly<Record<string, Named>> = {
  '/payment-matching-engine/{id}/clients/{clientId}': 'Client',
}

export const usualOfMatching: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  PaymentMatchingEngine: (n) => ({
    scope: matchScopes[n % matchScopes.length],
    action: matchActions[n % matchActions.length],
    priority: 1 + (n % 1000),
    conditions: [{ field: 'MESSAGE', operator: 'IS_EMPTY', value: null }],
    steps: [...matchSteps],
    toleranceAmount: 100n,
    currency: 'SEK',
    tolerancePercent: '0.5',
  }),
}

const sent = {
  conditions: [{ field: 'PAYER_NAME', operator: 'CONTAINS', value: 'Klarna' }],
  order: ['NUMBER', 'SUM'],
  tolerance: { amount: '5.00', currency: 'SEK' },
  tolerancePercent: '0.5',
}

async function withClient({ rows }: Stage): Promise<GivenCall> {
  const { engineId, clientId } = await rows.add('payment_matching_engine_client')
  return { params: { id: String(engineId), clientId: String(clientId) } }
}

export const matchingCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /payment-matching-engine': async () => ({ body: sent }),
  'PUT /payment-matching-engine/{id}': async () => ({ body: sent }),
  'POST /payment-matching-engine/{id}/clients': async (stage) => ({
    body: { clientIds: [await stage.client()] },
  }),
  'DELETE /payment-matching-engine/{id}/clients': withClient,
  'DELETE /payment-matching-engine/{id}/clients/{clientId}': withClient,
  'POST /payment-matching-engine/simulate': async ({ rows }) => ({
    body: {
      paymentBatchId: undefined,
      transactionIds: [String((await rows.add('payment_transaction'))['id'])],
    },
  }),
}
