import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { bookkeepingFileFormats } from '../domain/automation/schedule.ts'
import {
  bookkeepingFileKinds,
  bookkeepingFileStatuses,
  exportChannels,
  lifeOfBookkeepingFile,
} from '../domain/bookkeeping/bookkeeping-file.ts'
import { ownerTypes } from '../domain/bookkeeping/ledger.ts'
import { ofRow } from '../domain/event-rules.ts'
import { amount, anyId, businessDate, currency, idOf, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Vouchers of one series of one book, as another system reads them in. */
export const BookkeepingFile = defineEntity({
  name: 'BookkeepingFile',
  ...tenantTable('bookkeeping_file', {
    clientColumn: 'client_id',
    references: { tenantId: 'tenant' },
    events: {
      BOOKKEEPING_FILE: {
        means: [...lifeOfBookkeepingFile.events('status'), ...ofRow()],
        rights: ['ReadBookkeepingFile', 'ReadBookkeepingFiles'],
      },
    },
  }),
  properties: {
    ...identified('BF'),
    ownerType: p.enum(ownerTypes),
    ownerId: anyId('C.'),
    clientId: idOf('Client').nullable(),
    kind: p.enum(bookkeepingFileKinds),
    format: p.enum(bookkeepingFileFormats),
    status: p.enum(bookkeepingFileStatuses),
    fromDate: businessDate(),
    toDate: businessDate(),
    series: text(10, 'A'),
    fiscalYear: wholeNumber({ example: 2026 }),
    currency: currency(),
    /** The numbers of its vouchers in their series: each voucher names its file as well. */
    numbers: p.array().columnType('int[]').$type<number[]>().hidden(),
    voucherCount: wholeNumber({ example: 12 }),
    debitTotal: amount(),
    documentId: idOf('Document'),
    exportedAt: p.datetime(3).nullable(),
    exportChannel: p.enum(exportChannels).nullable(),
    /** Why the other system refused one of its vouchers. */
    error: p.string().length(1000).nullable(),
    /** The run of a schedule that made it. */
    scheduleRunId: idOf('ScheduleRun').nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'bookkeeping_file_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'bookkeeping_file_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'bookkeeping_file_format_index', properties: ['tenantId', 'format', 'id'] },
    { name: 'bookkeeping_file_series_index', properties: ['tenantId', 'series', 'id'] },
    { name: 'bookkeeping_file_to_index', properties: ['tenantId', 'toDate', 'id'] },
    { name: 'bookkeeping_file_document_index', properties: ['tenantId', 'documentId'] },
    {
      name: 'bookkeeping_file_run_index',
      properties: ['tenantId', 'scheduleRunId'],
      where: { scheduleRunId: { $ne: null } },
    },
  ],
})
export type BookkeepingFile = InferEntity<typeof BookkeepingFile>
