import { abortBatch } from '../../activities/payments/batches/abort-batch.ts'
import { startOnBatch } from '../../activities/payments/batches/start-on-batch.ts'
import { exportFundedInput, startExport } from '../../activities/payments/export-funded.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../behaviours/bulk.ts'
import { latestTask } from '../../behaviours/latest-task.ts'
import { lifeOfPaymentBatch } from '../../domain/payments/batch.ts'
import { PaymentBatch } from '../../entities/payment-batch.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { paymentBatchView } from './file-views.ts'
import { shownOne } from '../../kernel/read/view.ts'

const batches = collection(PaymentBatch, {
  noun: ['payment batch', 'payment batches'],
  shows: paymentBatchView,
  filters: filtersOf(PaymentBatch, ['status', 'paymentFileId', 'clientId', 'bookDate', 'account']),
  sort: ['-id', 'bookDate'],
})

const startsTask = {
  names: { entity: PaymentBatch },
  query: dryRunAsked,
  returns: taskView.schema,
  status: 202,
  locate: taskPlace,
} as const

export default {
  listPaymentBatches: operation('GET /payment-batches', 'ReadPaymentBatches', batches.list),
  readPaymentBatch: operation('GET /payment-batches/{id}', 'ReadPaymentBatch', batches.read),
  searchPaymentBatches: operation(
    'POST /payment-batches/search',
    'SearchPaymentBatches',
    batches.search,
  ),

  matchPaymentBatch: operation('PUT /payment-batches/{id}/match', 'MatchPaymentBatches', {
    ...startsTask,
    summary: 'Find what the payments of a batch are for',
    refuses: [...lifeOfPaymentBatch.refusals('match'), 'TASK_RUNNING', 'CLIENT_ONLY_PROPOSES'],
  }).handle(async ({ unit, params, query }) =>
    shownOne(
      unit,
      taskView,
      await startOnBatch(unit, params.id, 'payments.match', isDryRun(query)),
    ),
  ),

  bookPaymentBatch: operation('PUT /payment-batches/{id}/bookkeep', 'BookkeepPaymentBatches', {
    ...startsTask,
    summary: 'Book the payments of a batch in the background',
    refuses: [...lifeOfPaymentBatch.refusals('book'), 'TASK_RUNNING', 'CLIENT_ONLY_PROPOSES'],
  }).handle(async ({ unit, params, query }) =>
    shownOne(
      unit,
      taskView,
      await startOnBatch(unit, params.id, 'payments.bookkeep', isDryRun(query)),
    ),
  ),

  cancelPaymentBatch: operation('PUT /payment-batches/{id}/abort', 'DeletePaymentBatches', {
    summary: 'Abort a batch of which nothing is booked',
    shows: paymentBatchView,
    refuses: [...lifeOfPaymentBatch.refusals('abort'), 'TASK_RUNNING', 'CLIENT_ONLY_PROPOSES'],
  }).handle(({ unit, params }) => abortBatch(unit, params.id)),

  exportFundedPayments: operation(
    'PUT /payment-batches/export-external-financed',
    'ExportExternalFinancedPaymentBatches',
    {
      returns: taskView.schema,
      status: 202,
      purpose: 'job',
      locate: taskPlace,
      summary: 'Tell external financiers what was paid to them',
      body: exportFundedInput,
      query: dryRunAsked,
      refuses: ['TASK_RUNNING'],
    },
  ).handle(async ({ unit, body, query }) =>
    shownOne(unit, taskView, await startExport(unit, body, isDryRun(query))),
  ),

  readLatestMatchOfPaymentBatches: operation(
    'GET /payment-batches/match/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('payments.match', 'Read the id of the latest search of what payments are for'),
  ),
  readLatestBookingOfPaymentBatches: operation(
    'GET /payment-batches/bookkeep/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('payments.bookkeep', 'Read the id of the latest booking of payments'),
  ),
} satisfies Room
