import { z } from 'zod'
import { exportFile, type ExportedFile } from '../../activities/bookkeeping/files/export-file.ts'
import { regenerateFile } from '../../activities/bookkeeping/files/generate-file.ts'
import { filesInput } from '../../activities/bookkeeping/files/tasks.ts'
import { startTask } from '../../activities/system/start-task.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from '../../behaviours/bulk.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { ofClients as workOnClients, refuseUnknownClients } from '../../behaviours/of-clients.ts'
import { isBound } from '../../domain/access/scope.ts'
import { bookkeepingFileFormats } from '../../domain/automation/schedule.ts'
import { bookkeepingFileStatuses } from '../../domain/bookkeeping/bookkeeping-file.ts'
import { notFound } from '../../domain/refusal.ts'
import { BookkeepingFile } from '../../entities/bookkeeping-file.ts'
import { exampleId } from '../../entities/ids.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { dates, exact } from '../../kernel/read/filter.ts'
import { shownOne, viewOf } from '../../kernel/read/view.ts'
import { workflowLinks, type WorkflowLinks } from '../../kernel/read/workflow-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { deliveryView } from './views.ts'

const fileView = viewOf(BookkeepingFile, [
  'id',
  'ownerType',
  'clientId',
  'kind',
  'format',
  'status',
  'fromDate',
  'toDate',
  'series',
  'fiscalYear',
  'currency',
  'voucherCount',
  'debitTotal',
  'documentId',
  'exportedAt',
  'exportChannel',
  'error',
  'scheduleRunId',
  'versioned',
])

const files = collection(BookkeepingFile, {
  noun: ['bookkeeping file', 'bookkeeping files'],
  shows: fileView,
  filters: {
    clientId: exact(id('Client')),
    status: exact(z.enum(bookkeepingFileStatuses)),
    format: exact(z.enum(bookkeepingFileFormats)),
    series: exact(),
    toDate: dates(),
  },
  sort: ['toDate'],
})

const format = z.enum(bookkeepingFileFormats)
const { toDate } = filesInput.shape
const generateBody = z
  .strictObject({ toDate: toDate.optional(), format: format.default('SIE4I') })
  .prefault({})
const ofClients = z
  .strictObject({ ...generateBody.unwrap().shape, clientIds: filesInput.shape.clientIds })
  .prefault({})

type Asked = z.output<typeof ofClients>

/** One task at a time; each file by itself, of what waits up to the day. */
async function generate(
  unit: Unit,
  taskName: 'bookkeepingFiles.generate' | 'bookkeepingFiles.internal',
  asked: Asked,
  dryRun: boolean,
) {
  await refuseUnknownClients(unit, asked.clientIds)
  const input = { ...asked, toDate: asked.toDate ?? (await unit.today()) }
  return shownOne(unit, taskView, await startTask(unit, { taskName, input, dryRun }))
}

const asTask = {
  query: dryRunAsked,
  returns: taskView.schema,
  status: 202,
  purpose: 'job',
  locate: taskPlace,
} as const

const ExportedView = fileView.schema
  .extend({
    file: z.object({ filename: z.string(), mimeType: z.string(), size: z.int() }),
    delivery: deliveryView.schema.nullable(),
  })
  .meta({ id: 'BookkeepingFileExported' })

const exportedView = {
  schema: ExportedView,
  facts: (unit: Unit) => workflowLinks(unit, 'deliverBookkeepingFile'),
  show: ({ file, document, delivery }: ExportedFile, workflowOf: WorkflowLinks) => ({
    ...fileView.show(file),
    file: { filename: document.filename, mimeType: document.mimeType, size: document.size },
    delivery: delivery && deliveryView.show(delivery, workflowOf),
  }),
}

export default {
  listBookkeepingFiles: operation('GET /bookkeeping-files', 'ReadBookkeepingFiles', files.list),
  readBookkeepingFile: operation('GET /bookkeeping-files/{id}', 'ReadBookkeepingFile', files.read),
  searchBookkeepingFiles: operation(
    'POST /bookkeeping-files/search',
    'SearchBookkeepingFiles',
    files.search,
  ),

  generateBookkeepingFiles: operation(
    'PUT /bookkeeping-files/generate',
    'GenerateBookkeepingFile',
    {
      ...asTask,
      summary: 'Gather waiting vouchers of clients into files',
      body: ofClients,
      refuses: ['TASK_RUNNING', 'NOT_FOUND'],
    },
  ).handle(({ unit, body, query }) =>
    generate(unit, 'bookkeepingFiles.generate', body, isDryRun(query)),
  ),

  generateInternalBookkeepingFiles: operation(
    'PUT /bookkeeping-files/internal/generate',
    'GenerateInternalBookkeepingFile',
    {
      ...asTask,
      summary: 'Gather waiting vouchers of the tenant into files',
      body: generateBody,
      refuses: ['TASK_RUNNING'],
    },
  ).handle(({ unit, body, query }) =>
    isBound(unit.scope)
      ? notFound()
      : generate(unit, 'bookkeepingFiles.internal', body, isDryRun(query)),
  ),

  runBilling: operation(
    'PUT /bookkeeping-files/billing',
    'AutoDailyRoutineBilling',
    forTheTenantAlone(
      workOnClients({
        task: 'bookkeepingFiles.billing',
        summary: 'Charge, bill and book what is due, as every night',
        daysAgo: 1,
      }),
    ),
  ),

  regenerateBookkeepingFile: operation(
    'PUT /bookkeeping-files/{id}/generate',
    'GenerateBookkeepingFile',
    {
      summary: 'Make a file of a client anew, of what is not booked yet',
      body: z.strictObject({ format: format.optional() }).prefault({}),
      shows: fileView,
      extension: true,
      refuses: ['BOOKKEEPING_FILE_ACKNOWLEDGED', 'BOOKKEEPING_FILE_OUTDATED'],
    },
  ).handle(({ unit, params: { id: of }, body }) =>
    regenerateFile(unit, { id: of, ownerType: 'CLIENT' }, body.format),
  ),

  regenerateInternalBookkeepingFile: operation(
    'PUT /bookkeeping-files/internal/{id}/generate',
    'GenerateInternalBookkeepingFile',
    {
      summary: 'Make a file of the tenant anew, of what is not booked yet',
      inPath: { id: exampleId('BookkeepingFile') },
      body: z.strictObject({ format: format.optional() }).prefault({}),
      shows: fileView,
      extension: true,
      refuses: ['BOOKKEEPING_FILE_ACKNOWLEDGED', 'BOOKKEEPING_FILE_OUTDATED'],
    },
  ).handle(({ unit, params: { id: of }, body }) =>
    regenerateFile(unit, { id: of, ownerType: 'TENANT' }, body.format),
  ),

  exportBookkeepingFile: operation('PUT /bookkeeping-files/{id}/export', 'ExportBookkeepingFile', {
    summary: 'Deliver a bookkeeping file by its method, or hand it over',
    body: z.strictObject({ again: z.boolean().optional() }).prefault({}),
    shows: exportedView,
    refuses: [
      'BOOKKEEPING_FILE_ACKNOWLEDGED',
      'BOOKKEEPING_FILE_OUTDATED',
      'BOOKKEEPING_FILE_DELIVERED',
      'BOOKKEEPING_RECEIVER_MISSING',
    ],
  }).handle(({ unit, params, body }) => exportFile(unit, params.id, body)),
} satisfies Room
