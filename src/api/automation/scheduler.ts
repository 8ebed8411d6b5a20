import { z } from 'zod'
import { schedulesOf } from '../../behaviours/schedules.ts'
import { bookkeepingFileFormats, books } from '../../domain/automation/schedule.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const reportId = z.string().min(1).max(60).meta({ example: 'open-claims-by-age' })
const parameters = z.record(z.string().max(60), z.string().max(60)).meta({
  example: { asOf: 'TODAY' },
  description: 'Days may be said by words, which each run knows by the day it was planned for.',
})
const csv = z.enum(['CSV'])

const reports = schedulesOf({
  kind: 'QUERY_REPORT',
  schema: 'QueryReportSchedule',
  noun: ['schedule of a report', 'schedules of reports'],
  path: '/scheduler/query-report',
  makes: { reportId, parameters: parameters.optional(), format: csv.optional() },
  shows: { reportId, parameters, format: csv },
  example: { reportId: 'open-claims-by-age', parameters: { asOf: 'TODAY' } },
  refuses: ['REPORT_UNKNOWN', 'NOT_FOUND'],
})

const format = z.enum(bookkeepingFileFormats)
const book = z.enum(books)

const files = schedulesOf({
  kind: 'BOOKKEEPING_FILE',
  schema: 'BookkeepingFileSchedule',
  noun: ['schedule of bookkeeping files', 'schedules of bookkeeping files'],
  path: '/scheduler/bookkeeping-file',
  makes: { format: format.optional(), book: book.optional() },
  shows: { format, book },
  example: { format: 'SIE4I', book: 'CLIENTS' },
  refuses: [],
  exampleSort: 'ofFiles',
})

const ofReports = {
  listReportSchedules: operation(
    'GET /scheduler/query-report',
    'ReadQueryReportScheduler',
    reports.list,
  ),
  searchReportSchedules: operation(
    'POST /scheduler/query-report/search',
    'SearchQueryReportScheduler',
    reports.search,
  ),
  readReportSchedule: operation(
    'GET /scheduler/query-report/{id}',
    'ReadQueryReportScheduler',
    reports.read,
  ),
  listRunsOfReportSchedule: operation(
    'GET /scheduler/query-report/{id}/runs',
    'ReadQueryReportScheduler',
    { ...reports.runs, extension: true },
  ),
  createReportSchedule: operation(
    'POST /scheduler/query-report',
    'CreateQueryReportScheduler',
    reports.create,
  ),
  updateReportSchedule: operation(
    'PUT /scheduler/query-report/{id}',
    'UpdateQueryReportScheduler',
    reports.update,
  ),
  addRecipientsOfReportSchedule: operation(
    'POST /scheduler/query-report/{id}/recipients',
    'UpdateQueryReportScheduler',
    reports.addRecipients,
  ),
  removeRecipientOfReportSchedule: operation(
    'DELETE /scheduler/query-report/{id}/recipient/{email}',
    'UpdateQueryReportScheduler',
    reports.removeRecipient,
  ),
  deleteReportSchedule: operation(
    'DELETE /scheduler/query-report/{id}',
    'DeleteQueryReportScheduler',
    reports.delete,
  ),
} satisfies Room

const ofFiles = {
  listFileSchedules: operation(
    'GET /scheduler/bookkeeping-file',
    'ReadBookkeepingFileScheduler',
    files.list,
  ),
  searchFileSchedules: operation(
    'POST /scheduler/bookkeeping-file/search',
    'SearchBookkeepingFileScheduler',
    files.search,
  ),
  readFileSchedule: operation(
    'GET /scheduler/bookkeeping-file/{id}',
    'ReadBookkeepingFileScheduler',
    files.read,
  ),
  listRunsOfFileSchedule: operation(
    'GET /scheduler/bookkeeping-file/{id}/runs',
    'ReadBookkeepingFileScheduler',
    { ...files.runs, extension: true },
  ),
  createFileSchedule: operation(
    'POST /scheduler/bookkeeping-file',
    'CreateBookkeepingFileScheduler',
    files.create,
  ),
  updateFileSchedule: operation(
    'PUT /scheduler/bookkeeping-file/{id}',
    'UpdateBookkeepingFileScheduler',
    files.update,
  ),
  addRecipientsOfFileSchedule: operation(
    'POST /scheduler/bookkeeping-file/{id}/recipients',
    'UpdateBookkeepingFileScheduler',
    files.addRecipients,
  ),
  removeRecipientOfFileSchedule: operation(
    'DELETE /scheduler/bookkeeping-file/{id}/recipient/{email}',
    'UpdateBookkeepingFileScheduler',
    files.removeRecipient,
  ),
  deleteFileSchedule: operation(
    'DELETE /scheduler/bookkeeping-file/{id}',
    'DeleteBookkeepingFileScheduler',
    files.delete,
  ),
} satisfies Room

export default { ...ofReports, ...ofFiles } satisfies Room
