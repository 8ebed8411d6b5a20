import { authorizeBatch, dissolveBatch } from '../../activities/payouts/batches/authorize-batch.ts'
import { startBatchBooking } from '../../activities/payouts/batches/book-batch.ts'
import {
  exportBatchInput,
  startBatchExport,
} from '../../activities/payouts/batches/export-batch.ts'
import {
  generateBatchesInput,
  startGeneration,
} from '../../activities/payouts/batches/generate-batches.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../behaviours/bulk.ts'
import { lifeOfPayoutBatch } from '../../domain/payouts/batch.ts'
import { PayoutBatch } from '../../entities/payout-batch.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { shownOne, viewOf } from '../../kernel/read/view.ts'

const batchView = viewOf(PayoutBatch, [
  'id',
  'currency',
  'systemBankAccountId',
  'executionDate',
  'count',
  'total',
  'status',
  'createdBy',
  'authorizedBy',
  'authorizedAt',
  'exportedAt',
  'versioned',
])

const batches = collection(PayoutBatch, {
  noun: ['payout batch', 'payout batches'],
  shows: batchView,
  filters: filtersOf(PayoutBatch, ['status', 'currency', 'executionDate', 'systemBankAccountId']),
  sort: ['-id', 'executionDate'],
})

const startsTask = { returns: taskView.schema, status: 202, locate: taskPlace } as const

export default {
  listPayoutBatches: operation('GET /payout-batches', 'ReadPayoutBatches', batches.list),
  readPayoutBatch: operation('GET /payout-batches/{id}', 'ReadPayoutBatch', batches.read),
  searchPayoutBatches: operation(
    'POST /payout-batches/search',
    'SearchPayoutBatches',
    batches.search,
  ),

  generatePayoutBatches: operation('PUT /payout-batches/generate', 'GeneratePayoutBatches', {
    ...startsTask,
    purpose: 'job',
    summary: 'Pay what is due, and gather it into batches',
    body: generateBatchesInput,
    query: dryRunAsked,
    refuses: ['TASK_RUNNING', 'NOT_FOUND'],
  }).handle(async ({ unit, body, query }) =>
    shownOne(unit, taskView, await startGeneration(unit, body, isDryRun(query))),
  ),

  authorizePayoutBatch: operation('PUT /payout-batches/{id}/authorize', 'AuthorizePayoutBatches', {
    summary: 'Authorize a batch that somebody else put together',
    shows: batchView,
    confirms: true,
    refuses: [
      ...lifeOfPayoutBatch.refusals('authorize'),
      'PAYOUT_BATCH_CHANGED',
      'PAYOUT_BATCH_OWN',
    ],
  }).handle(({ unit, params }) => authorizeBatch(unit, params.id)),

  exportPayoutBatch: operation('PUT /payout-batches/{id}/export', 'ExportPayoutBatches', {
    ...startsTask,
    names: { entity: PayoutBatch },
    summary: 'Make the file of a batch for the bank',
    body: exportBatchInput,
    refuses: [...lifeOfPayoutBatch.refusals('export'), 'PAYOUT_BATCH_EXPORTED', 'TASK_RUNNING'],
  }).handle(async ({ unit, params, body }) =>
    shownOne(unit, taskView, await startBatchExport(unit, params.id, body)),
  ),

  bookPayoutBatch: operation('PUT /payout-batches/{id}/bookkeep', 'BookkeepPayoutBatches', {
    ...startsTask,
    names: { entity: PayoutBatch },
    summary: 'Book what was sent: it leaves the accounts',
    query: dryRunAsked,
    refuses: [...lifeOfPayoutBatch.refusals('book'), 'TASK_RUNNING'],
  }).handle(async ({ unit, params, query }) =>
    shownOne(unit, taskView, await startBatchBooking(unit, params.id, isDryRun(query))),
  ),

  cancelPayoutBatch: operation('DELETE /payout-batches/{id}', 'DeletePayoutBatches', {
    names: { entity: PayoutBatch },
    summary: 'Dissolve a batch of which nothing is sent',
    refuses: lifeOfPayoutBatch.refusals('dissolve'),
  }).handle(({ unit, params }) => dissolveBatch(unit, params.id)),
} satisfies Room
