import { z } from 'zod'
import { receiveEvent } from '../../activities/webhooks/inbound/receive-event.ts'
import { notFound } from '../../domain/refusal.ts'
import type { InboundKind } from '../../domain/webhooks/inbound.ts'
import { InboundEvent } from '../../entities/inbound-event.ts'
import type { Right } from '../../policy/rights.ts'
import { collection } from '../../kernel/read/collection.ts'
import { exact } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import {
  monitoringResult,
  paymentRequest,
  signatureEvent,
  syncPayment,
  syncVoucher,
} from '../../activities/webhooks/inbound/event-bodies.ts'

const inboundEventView = viewOf(InboundEvent, [
  'id',
  'kind',
  'externalId',
  'clientId',
  'subjectId',
  'status',
  'receivedFrom',
  'createdAt',
  'appliedAt',
  'error',
])

const InboundEventDetail = inboundEventView.schema
  .extend({
    /** What was sent; shown to who may send events of this kind. */
    payload: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'InboundEventDetail' })

const senderRights: Readonly<Record<InboundKind, Right>> = {
  AML_MONITORING_RESULT: 'CreateAmlMonitoringEvents',
  SYNC_PAYMENT_COMPLETE: 'CreateSyncPaymentEvents',
  SYNC_VOUCHER_COMPLETE: 'CreateSyncVoucherEvents',
  SIGNATURE_EVENT: 'UpdateSignatureRequest',
  PAYMENT_REQUEST_COMPLETE: 'UpdatePaymentRequestStatus',
}

const received = collection(InboundEvent, {
  noun: ['received event', 'received events'],
  shows: inboundEventView,
  filters: {
    ...filtersOf(InboundEvent, ['kind', 'status', 'clientId', 'createdAt']),
    externalId: exact(),
    subjectId: exact(),
  },
  sort: ['-createdAt'],
})

const answer = {
  shows: inboundEventView,
  locate: ({ id: eventId }: { id: string }) => `/events/received/${eventId}`,
}

const readReceivedEvent = operation(
  'GET /events/received/{id}',
  {
    anyOf: [
      'ReadWebhookRequestLog',
      'CreateAmlMonitoringEvents',
      'CreateSyncPaymentEvents',
      'CreateSyncVoucherEvents',
      'UpdateSignatureRequest',
      'UpdatePaymentRequestStatus',
    ],
  },
  {
    summary: 'Read a received event; its payload is shown to who may send such events',
    returns: InboundEventDetail,
    extension: true,
  },
).handle(async ({ unit, params }) => {
  const event = await unit.load(InboundEvent, params.id)
  const sends = unit.principal.has(senderRights[event.kind])
  // A sender of one kind knows nothing of the others.
  if (!sends && !unit.principal.has('ReadWebhookRequestLog')) notFound()
  return { ...inboundEventView.show(event), payload: sends ? event.payload : null }
})

export default {
  receiveAmlMonitoringResult: operation(
    'POST /events/aml-monitoring-result',
    'CreateAmlMonitoringEvents',
    {
      summary: 'Receive what the provider of monitoring found; a hit leaves an errand',
      body: monitoringResult,
      refuses: ['EVENT_ID_REUSED', 'NOT_FOUND'],
      ...answer,
    },
  ).handle(({ unit, body }) => receiveEvent(unit, 'AML_MONITORING_RESULT', body)),

  receivePaymentSync: operation('POST /events/sync-payment-complete', 'CreateSyncPaymentEvents', {
    summary: 'Receive how payments reached a business system',
    body: syncPayment,
    refuses: ['EVENT_ID_REUSED', 'NOT_FOUND'],
    ...answer,
  }).handle(({ unit, body }) => receiveEvent(unit, 'SYNC_PAYMENT_COMPLETE', body)),

  receiveVoucherSync: operation('POST /events/sync-voucher-complete', 'CreateSyncVoucherEvents', {
    summary: 'Receive what became of vouchers in another system; all of them move, or none',
    body: syncVoucher,
    refuses: ['EVENT_ID_REUSED', 'NOT_FOUND', 'VOUCHER_NOT_EXPORTED'],
    ...answer,
  }).handle(({ unit, body }) => receiveEvent(unit, 'SYNC_VOUCHER_COMPLETE', body)),

  receiveSignatureEvent: operation('POST /events/signature/event', 'UpdateSignatureRequest', {
    summary: 'Receive how far a signature request has come',
    body: signatureEvent,
    refuses: ['EVENT_ID_REUSED'],
    ...answer,
  }).handle(({ unit, body }) => receiveEvent(unit, 'SIGNATURE_EVENT', body)),

  receivePaymentRequestOutcome: operation(
    'PUT /events/payment-request-complete',
    'UpdatePaymentRequestStatus',
    {
      summary: 'Receive how a payment request ended',
      body: paymentRequest,
      refuses: [
        'EVENT_ID_REUSED',
        'PAYMENT_REQUEST_ENDED',
        'CLIENT_ONLY_PROPOSES',
        'NOT_FOUND',
        'ACCOUNT_MISSING',
      ],
      ...answer,
    },
  ).handle(({ unit, body }) => receiveEvent(unit, 'PAYMENT_REQUEST_COMPLETE', body)),

  listReceivedEvents: operation('GET /events/received', 'ReadWebhookRequestLog', {
    ...received.list,
    extension: true,
  }),
  readReceivedEvent,
  searchReceivedEvents: operation('POST /events/received/search', 'ReadWebhookRequestLog', {
    ...received.search,
    extension: true,
  }),
} satisfies Room
