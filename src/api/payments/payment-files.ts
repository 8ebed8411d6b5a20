import { z } from 'zod'
import { createPaymentFile } from '../../activities/payments/files/create-file.ts'
import { deletePaymentFile } from '../../activities/payments/files/delete-file.ts'
import { startImport } from '../../activities/payments/files/import-file.ts'
import { sentFile } from '../../activities/distribution/sent-file.ts'
import { taskPlace, taskView } from '../../behaviours/bulk.ts'
import { latestTask } from '../../behaviours/latest-task.ts'
import { lifeOfPaymentFile } from '../../domain/payments/bank-file.ts'
import { PaymentFile } from '../../entities/payment-file.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { paymentFileView } from './file-views.ts'
import { shownOne } from '../../kernel/read/view.ts'

const files = collection(PaymentFile, {
  noun: ['payment file', 'payment files'],
  shows: paymentFileView,
  filters: filtersOf(PaymentFile, ['status', 'format', 'clientId']),
  sort: ['-id'],
})

const bankFile = sentFile.extend({
  filename: sentFile.shape.filename.meta({ example: 'payments.csv' }),
  mimeType: z
    .enum(['application/xml', 'text/csv', 'text/plain'])
    .meta({ example: 'text/csv' })
    .optional(),
  /** `account;bookDate;amount;currency`, a line; of more than 500,000 entries it is not read. */
  content: sentFile.shape.content.meta({ example: 'YWNjb3VudDtib29rRGF0ZTthbW91bnQ7Y3VycmVuY3kK' }),
})

export default {
  listPaymentFiles: operation('GET /payment-files', 'ReadPaymentFiles', files.list),
  readPaymentFile: operation('GET /payment-files/{id}', 'ReadPaymentFile', files.read),
  searchPaymentFiles: operation('POST /payment-files/search', 'SearchPaymentFiles', files.search),

  createPaymentFile: operation('POST /payment-files', 'CreatePaymentFiles', {
    summary: 'Send a file of a bank: camt.053, camt.054, BgMax or a list',
    body: bankFile,
    shows: paymentFileView,
    takesFile: 'large',
    refuses: ['ALREADY_EXISTS'],
  }).handle(({ unit, body }) => createPaymentFile(unit, body)),

  importPaymentFile: operation('PUT /payment-files/{id}/import', 'ImportPaymentFile', {
    names: { entity: PaymentFile },
    summary: 'Take what is good of a file, in the background',
    returns: taskView.schema,
    status: 202,
    locate: taskPlace,
    refuses: ['TASK_RUNNING'],
  }).handle(async ({ unit, params }) =>
    shownOne(unit, taskView, await startImport(unit, params.id)),
  ),

  readLatestImportOfPaymentFiles: operation(
    'GET /payment-files/import/latest-task-id',
    'GetBackgroundTaskId',
    latestTask('payments.importFile', 'Read the id of the latest import'),
  ),

  deletePaymentFile: operation('DELETE /payment-files/{id}', 'DeletePaymentFile', {
    names: { entity: PaymentFile },
    summary: 'Delete a file of which nothing was taken',
    refuses: [...lifeOfPaymentFile.refusals('delete'), 'PAYMENT_FILE_COUNTS'],
  }).handle(({ unit, params }) => deletePaymentFile(unit, params.id)),
} satisfies Room
