import { z } from 'zod'
import {
  deletePayment,
  updatePayment,
  updatePaymentInput,
} from '../../activities/payments/change-payment.ts'
import {
  createPayment,
  createPaymentInput,
  createPayments,
  createPaymentsInput,
} from '../../activities/payments/create-payment.ts'
import { revertLink } from '../../activities/payments/revert-link.ts'
import { splitPayment, splitPaymentInput } from '../../activities/payments/split-payment.ts'
import {
  validateReference,
  validateReferenceInput,
} from '../../activities/payments/validate-reference.ts'
import { takenBackInput } from '../../activities/invoices/unlink-credit.ts'
import { noteOf, notesOf } from '../../behaviours/notes.ts'
import { mainStatuses } from '../../domain/invoices/invoice.ts'
import { lifeOfLink, lifeOfPayment } from '../../domain/payments/payment.ts'
import { referenceFaults, referenceKinds } from '../../domain/payments/reference-checks.ts'
import { exampleId } from '../../entities/ids.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { amountShown, currencyCode } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { id } from '../../kernel/read/fields.ts'
import { manyOf } from '../../kernel/read/view.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { paymentLinkView, paymentView } from './views.ts'

const payments = collection(PaymentTransaction, {
  noun: ['payment', 'payments'],
  shows: paymentView,
  filters: filtersOf(PaymentTransaction, [
    'status',
    'source',
    'clientId',
    'paymentAccountId',
    'bookDate',
    'reference',
    'payerAccount',
  ]),
  sort: ['-id', 'bookDate'],
})

const links = collection(PaymentLink, {
  noun: ['link', 'links of payments to claims'],
  shows: paymentLinkView,
  filters: filtersOf(PaymentLink, ['transactionId', 'claimId', 'clientId', 'status']),
  sort: ['-id'],
})

const ReferenceView = z
  .object({
    valid: z.boolean(),
    kind: z.enum(referenceKinds).nullable(),
    checks: z.array(
      z.object({ kind: z.enum(referenceKinds), fails: z.enum(referenceFaults).nullable() }),
    ),
    claim: z
      .object({
        id: id('Invoice'),
        clientId: id('Client'),
        status: z.enum(mainStatuses),
        balance: amountShown,
        currency: currencyCode,
      })
      .nullable(),
  })
  .meta({ id: 'PaymentReferenceSaid' })

const notes = { ...notesOf(PaymentTransaction, 'id'), ...noteOf(PaymentTransaction, 'id') }

const creating = [
  'CLAIM_NOT_PAYABLE',
  'CURRENCY_NOT_TAKEN',
  'CLAIM_EXCEEDED',
  'PAYMENT_EXCEEDED',
  'NOT_FOUND',
  'ACCOUNT_MISSING',
] as const

const mayCreate = {
  anyOf: ['CreatePaymentTransactions', 'CreatePaymentTransactionsClientRestricted'],
} as const

export default {
  listPayments: operation('GET /payments', 'ReadPaymentTransactions', payments.list),
  readPayment: operation('GET /payments/{id}', 'ReadPaymentTransaction', payments.read),
  searchPayments: operation('POST /payments/search', 'SearchPaymentTransactions', payments.search),

  createPayment: operation('POST /payments', mayCreate, {
    byNotes: true,
    summary: 'Enter a payment, which is put on its claims and booked',
    body: createPaymentInput,
    shows: paymentView,
    refuses: creating,
  }).handle(({ unit, body }) => createPayment(unit, body)),

  createPayments: operation('POST /payments/multiple', mayCreate, {
    summary: 'Enter several payments at once, all of them or none',
    body: createPaymentsInput,
    shows: manyOf(paymentView, 'PaymentsEntered'),
    locate: () => '/payments',
    refuses: creating,
  }).handle(({ unit, body }) => createPayments(unit, body)),

  updatePayment: operation('PUT /payments/{id}', 'UpdatePaymentTransaction', {
    inPath: { id: exampleId('PaymentTransaction', 'another') },
    summary: 'Change a payment, book it, or say what was taken back',
    body: updatePaymentInput,
    shows: paymentView,
    refuses: [
      ...lifeOfPayment.refusals('change'),
      'PAYMENT_OF_FILE',
      'ACCOUNT_MISSING',
      'NO_REVERSAL',
      'PAYMENT_NOT_BOOKED',
      'ALREADY_REVERSED',
      'CLIENT_ONLY_PROPOSES',
      'NOT_FOUND',
    ],
  }).handle(({ unit, params, body }) => updatePayment(unit, params.id, body)),

  splitPayment: operation(
    'POST /payments/{id}/payment-specification-file',
    'CreatePaymentTransactionSpecification',
    {
      summary: 'Split a payment over the claims that a list names',
      body: splitPaymentInput,
      shows: paymentView,
      status: 200,
      takesFile: true,
      refuses: [
        ...lifeOfPayment.refusals('change'),
        'SPECIFICATION_UNFIT',
        'PAYMENT_EXCEEDED',
        'PAYMENT_IS_REVERSAL',
        'UNPLACED_MOVED_ON',
        'CLIENT_ONLY_PROPOSES',
        'ACCOUNT_MISSING',
      ],
    },
  ).handle(({ unit, params, body }) => splitPayment(unit, params.id, body)),

  deletePayment: operation('DELETE /payments/{id}', 'DeletePaymentTransactions', {
    inPath: { id: exampleId('PaymentTransaction', 'another') },
    names: { entity: PaymentTransaction },
    summary: 'Delete a payment that was entered by hand and is not booked',
    refuses: [...lifeOfPayment.refusals('delete'), 'PAYMENT_OF_FILE', 'CLIENT_ONLY_PROPOSES'],
  }).handle(({ unit, params }) => deletePayment(unit, params.id)),

  validatePaymentReference: operation(
    'POST /payments/validate-payment-reference',
    'ValidatePaymentReference',
    {
      summary: 'Tell what a reference would pay, and which check it fails',
      body: validateReferenceInput,
      returns: ReferenceView,
      status: 200,
      refuses: ['NOT_FOUND'],
    },
  ).handle(({ unit, body }) => validateReference(unit, body)),

  listNotesOfPayment: operation(
    'GET /payments/{id}/notes',
    'ReadPaymentTransactionNotes',
    notes.list,
  ),
  readNoteOfPayment: operation(
    'GET /payments/{id}/notes/{noteId}',
    'ReadPaymentTransactionNote',
    notes.read,
  ),
  updateNoteOfPayment: operation(
    'PUT /payments/{id}/notes/{noteId}',
    'UpdatePaymentTransactionNote',
    notes.update,
  ),
  deleteNoteOfPayment: operation(
    'DELETE /payments/{id}/notes/{noteId}',
    'DeletePaymentTransactionNote',
    notes.delete,
  ),
  attachFileToNoteOfPayment: operation(
    'PUT /payments/{id}/notes/{noteId}/attach-file',
    'ConnectFileToPaymentTransactionNote',
    notes.attachFile,
  ),

  listLinksOfPayment: operation(
    'GET /payments/{transactionId}/links',
    'ReadPaymentTransaction',
    links.owned(PaymentTransaction, 'transactionId'),
  ),
  searchPaymentLinks: operation(
    'POST /payments/links/search',
    'ReadPaymentTransaction',
    links.search,
  ),
  reversePaymentLink: operation('PUT /payments/links/{id}/revert', 'ReversePaymentTransaction', {
    names: { entity: PaymentLink },
    inPath: { id: exampleId('PaymentLink') },
    summary: 'Take money off the claim or account that it was put on; it is unplaced again',
    confirms: true,
    body: takenBackInput,
    shows: paymentLinkView,
    refuses: [
      ...lifeOfLink.refusals('revert'),
      'PAYMENT_NOT_BOOKED',
      'EVENT_NOT_REVERSIBLE',
      'ALREADY_REVERSED',
      'BALANCE_TOO_SMALL',
      'NOT_FOUND',
    ],
  }).handle(({ unit, params, body }) => revertLink(unit, params.id, body)),
} satisfies Room
