import { z } from 'zod'
import {
  cancelRequest,
  refreshRequest,
  refreshRequests,
  refreshRequestsInput,
} from '../../activities/payments/requests/ask-for-status.ts'
import {
  createPaymentRequest,
  createPaymentRequestInput,
} from '../../activities/payments/requests/create-request.ts'
import { retryPayout } from '../../activities/payments/requests/retry-payout.ts'
import { lifeOfPaymentRequest } from '../../domain/payments/payment-request.ts'
import { PaymentRequest } from '../../entities/payment-request.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { shownAll } from '../../kernel/read/view.ts'
import { paymentRequestView } from './request-views.ts'

const requests = collection(PaymentRequest, {
  noun: ['payment request', 'payment requests'],
  shows: paymentRequestView,
  filters: filtersOf(PaymentRequest, [
    'status',
    'direction',
    'methodId',
    'clientId',
    'debtorId',
    'claimId',
    'payoutId',
  ]),
  sort: ['-id'],
})

const Refreshed = z
  .object({ data: z.array(paymentRequestView.schema) })
  .meta({ id: 'RefreshedPaymentRequests' })

const ofPayout = ['PAYOUT_NOT_POSSIBLE', 'CLIENT_ONLY_PROPOSES'] as const

export default {
  listPaymentRequests: operation('GET /payment-requests', 'ReadPaymentRequests', requests.list),
  readPaymentRequest: operation('GET /payment-requests/{id}', 'ReadPaymentRequest', requests.read),
  searchPaymentRequests: operation(
    'POST /payment-requests/search',
    'SearchPaymentRequests',
    requests.search,
  ),
  createPaymentRequest: operation('POST /payment-requests', 'CreatePaymentRequest', {
    summary: 'Ask a payer for money, or send a payout by two',
    confirms: true,
    body: createPaymentRequestInput,
    shows: paymentRequestView,
    refuses: [
      'CLAIM_NOT_PAYABLE',
      'CLAIM_EXCEEDED',
      'PAYMENT_METHOD_UNFIT',
      'TOO_MANY_PAYMENT_REQUESTS',
      'DEBTOR_BANKRUPT',
      ...ofPayout,
      'NOT_FOUND',
    ],
  }).handle(({ unit, body }) => createPaymentRequest(unit, body)),
  cancelPaymentRequest: operation('DELETE /payment-requests/{id}', 'RemovePaymentRequest', {
    names: { entity: PaymentRequest },
    summary: 'Cancel a payment request, at its rail too',
    refuses: [...lifeOfPaymentRequest.refusals('cancel'), 'CLIENT_ONLY_PROPOSES'],
  }).handle(({ unit, params }) => cancelRequest(unit, params.id)),
  retryPayout: operation('PUT /payment-requests/retry-payout/{id}', 'UpdatePaymentRequest', {
    names: { entity: PaymentRequest },
    summary: 'Send a payout that did not arrive again, by two',
    confirms: true,
    shows: paymentRequestView,
    refuses: [...lifeOfPaymentRequest.refusals('retry'), ...ofPayout],
  }).handle(({ unit, params }) => retryPayout(unit, params.id)),
  refreshPaymentRequest: operation('GET /payment-requests/status/{id}', 'UpdatePaymentRequest', {
    summary: 'Ask the rail how a payment request is',
    writes: 'the specification has the rail asked by a GET; what it says is kept',
    shows: paymentRequestView,
  }).handle(({ unit, params }) => refreshRequest(unit, params.id)),
  refreshPaymentRequests: operation('POST /payment-requests/status', 'UpdatePaymentRequest', {
    summary: 'Ask the rails how payment requests are',
    status: 200,
    body: refreshRequestsInput,
    returns: Refreshed,
    refuses: ['NOT_FOUND'],
  }).handle(async ({ unit, body }) => {
    const rows = await refreshRequests(unit, body.ids)
    return { data: await shownAll(unit, paymentRequestView, rows) }
  }),
} satisfies Room
