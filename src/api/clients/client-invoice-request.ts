import { z } from 'zod'
import {
  answerInvoiceRequest,
  answerInvoiceRequestInput,
  declineInvoiceRequests,
  declineInvoiceRequestsInput,
} from '../../activities/clients/requests/answer-invoice-request.ts'
import {
  commentOnRequest,
  commentOnRequestInput,
} from '../../activities/clients/requests/comment-on-request.ts'
import {
  askedOfInvoice,
  createInvoiceRequest,
  createInvoiceRequestInput,
} from '../../activities/clients/requests/create-invoice-request.ts'
import { requestsEnabled } from '../../activities/clients/requests/requests-enabled.ts'
import { addFile } from '../../activities/distribution/add-file.ts'
import { fileOwnerOf } from '../../activities/distribution/file-owner.ts'
import { sentFile } from '../../activities/distribution/sent-file.ts'
import { madeDocument } from '../../behaviours/documents.ts'
import { lifeOfInvoiceRequest } from '../../domain/clients/invoice-request.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { ClientInvoiceRequest } from '../../entities/client-invoice-request.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { id, instant } from '../../kernel/read/fields.ts'
import { manyOf, viewOf } from '../../kernel/read/view.ts'

const CommentView = z
  .object({ text: z.string(), by: z.string(), byName: z.string(), at: instant })
  .meta({ id: 'CommentOnInvoiceRequest' })

const requestView = viewOf(
  ClientInvoiceRequest,
  [
    'id',
    'clientId',
    'invoiceId',
    'type',
    'text',
    'status',
    'reasonCode',
    'requestedBy',
    'decidedBy',
    'decidedAt',
    'versioned',
  ],
  {
    more: { data: askedOfInvoice, comments: z.array(CommentView) },
    show: ({ data, comments }) => ({ data, comments }),
  },
)

const requests = collection(ClientInvoiceRequest, {
  noun: ['request about an invoice', 'requests about invoices'],
  shows: requestView,
  filters: filtersOf(ClientInvoiceRequest, [
    'clientId',
    'invoiceId',
    'type',
    'status',
    'requestedBy',
    'createdAt',
  ]),
  sort: ['-createdAt'],
})

const declined = manyOf(requestView, 'InvoiceRequestsDeclined')

/** With which the verbs refuse that accepted requests run. */
const refusedByVerbs: readonly RefusalCode[] = [
  'INVOICE_NOT_ACTIVATED',
  'INVOICE_NOT_PAUSED',
  'DUE_DATE_NOT_LATER',
  'LEDGER_EVENT_NOT_PLANNED',
  'INVOICES_NOT_LINKABLE',
  'CREDIT_EXCEEDED',
  'PERIOD_LOCKED',
  'NOTHING_TO_REFUND',
  'REFUND_EXCEEDED',
  'REFUND_ACCOUNT_MISSING',
  'BALANCE_TOO_SMALL',
  'ACCOUNT_MISSING',
  'DEBTOR_BANKRUPT',
  'ACCESS_DENIED',
  'NOT_YET_IN_USE',
]

export default {
  listClientInvoiceRequests: operation(
    'GET /client-invoice-request',
    'ReadClientInvoiceRequest',
    requests.list,
  ),
  searchClientInvoiceRequests: operation(
    'POST /client-invoice-request/search',
    'ReadClientInvoiceRequest',
    requests.search,
  ),
  readClientInvoiceRequest: operation(
    'GET /client-invoice-request/{id}',
    'ReadClientInvoiceRequest',
    requests.read,
  ),

  readInvoiceRequestsEnabled: operation(
    'GET /client-invoice-request/enabled',
    'ReadClientInvoiceRequest',
    {
      summary: 'Read whether requests about invoices are taken',
      query: z.strictObject({ clientId: id('Client').optional() }),
      returns: z.object({ enabled: z.boolean() }).meta({ id: 'InvoiceRequestsEnabled' }),
      shows: (enabled: boolean) => ({ enabled }),
    },
  ).handle(({ unit, query }) => requestsEnabled(unit, query.clientId)),

  createClientInvoiceRequest: operation(
    'POST /client-invoice-request',
    'CreateClientInvoiceRequest',
    {
      summary: 'Ask the tenant’s people to do something about an invoice',
      body: createInvoiceRequestInput,
      shows: requestView,
      refuses: ['NOT_FOUND', 'CLIENT_CLOSED', 'INVOICE_REQUESTS_DISABLED', 'NOT_YET_IN_USE'],
    },
  ).handle(({ unit, body }) => createInvoiceRequest(unit, body)),

  updateClientInvoiceRequest: operation(
    'PUT /client-invoice-request/{id}',
    'UpdateClientInvoiceRequest',
    {
      summary: 'Rewrite a request, or answer it; what is accepted is done at once',
      confirms: true,
      body: answerInvoiceRequestInput,
      shows: requestView,
      refuses: [
        ...lifeOfInvoiceRequest.refusals('accept', 'finish'),
        'INVOICE_REQUEST_COMMENTS_FULL',
        'INVOICE_REQUEST_OF_OWN',
        'INVOICE_REQUEST_OF_OTHERS',
        'NOT_FOUND',
        'FEATURE_DISABLED',
        ...refusedByVerbs,
      ],
    },
  ).handle(({ unit, params, body }) => answerInvoiceRequest(unit, params.id, body)),

  declineClientInvoiceRequests: operation(
    'PUT /client-invoice-request/decline-multiple',
    'DeclineMultipleClientInvoiceRequest',
    {
      summary: 'Decline several requests at once: all of them, or none',
      body: declineInvoiceRequestsInput,
      shows: declined,
      refuses: [
        ...lifeOfInvoiceRequest.refusals('decline'),
        'INVOICE_REQUEST_COMMENTS_FULL',
        'INVOICE_REQUEST_OF_OWN',
        'NOT_FOUND',
      ],
    },
  ).handle(({ unit, body }) => declineInvoiceRequests(unit, body)),

  addCommentToClientInvoiceRequest: operation(
    'POST /client-invoice-request/{id}/comment',
    'CreateClientInvoiceRequestComment',
    {
      summary: 'Say something about a request; both sides read it',
      body: commentOnRequestInput,
      shows: requestView,
      status: 201,
      locate: (request) => `/client-invoice-request/${request.id}`,
      refuses: ['INVOICE_REQUEST_COMMENTS_FULL'],
    },
  ).handle(({ unit, params, body }) => commentOnRequest(unit, params.id, body)),

  attachToClientInvoiceRequest: operation(
    'POST /client-invoice-request/{id}/documents',
    'CreateClientInvoiceRequestDocument',
    {
      summary: 'Keep a file with a request; both sides see it',
      body: sentFile,
      ...madeDocument,
      takesFile: true,
    },
  ).handle(async ({ unit, params, body }) =>
    addFile(unit, 'ATTACHMENT', await fileOwnerOf(unit, 'INVOICE_REQUEST', params.id), body),
  ),
} satisfies Room
