import { z } from 'zod'
import {
  checkParameters,
  fileRowsMax,
  markOfQuery,
  queryReport,
  reportOf,
  reports,
  type Parameters,
} from '../../activities/reports/query-report.ts'
import { csvOfReport, filenameOf } from '../../activities/reports/report-file.ts'
import { reportTopics, type Report } from '../../activities/reports/report.ts'
import { markOfScope } from '../../domain/access/scope.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import {
  decodeCursor,
  encodeCursor,
  pageLimitDefault,
  pageLimitMax,
  pageOf,
} from '../../kernel/read/page.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const word = z.string()
const topic = z.enum(reportTopics).meta({ id: 'ReportTopic' })

const ReportView = z
  .object({
    id: word.meta({ example: 'open-claims-by-age' }),
    name: word.meta({ example: 'Open claims by age' }),
    topic,
    description: word,
    parameters: z.array(
      z.object({
        name: word.meta({ example: 'asOf' }),
        type: z.enum(['DAY', 'CLIENT']),
        required: z.boolean(),
        description: word,
      }),
    ),
    columns: z.array(
      z.object({
        name: word.meta({ example: 'total' }),
        type: z.enum(['TEXT', 'ID', 'DAY', 'COUNT', 'AMOUNT']),
        label: word.meta({ example: 'Total' }),
      }),
    ),
  })
  .meta({ id: 'QueryReport' })

const show = ({ id, name, topic: of, description, parameters, columns }: Report) => ({
  id,
  name,
  topic: of,
  description,
  parameters: parameters.map(({ required = false, ...each }) => {
    return { name: each.name, type: each.type, required, description: each.description }
  }),
  columns: columns.map(({ name: column, type, label }) => ({ name: column, type, label })),
})

const limit = z.int().min(1).max(pageLimitMax)
const cursor = z.string().min(1).max(2000)

interface AskedList {
  topic?: z.output<typeof topic> | undefined
  name?: { contains: string } | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** They are shipped, and few: a page of them is a part of a list in memory. */
function page(unit: Unit, { topic: of, name, limit: most = pageLimitDefault, ...at }: AskedList) {
  const found = reports.filter(
    (report) =>
      (of === undefined || report.topic === of) &&
      (name === undefined || report.name.toLowerCase().includes(name.contains.toLowerCase())),
  )
  const list = JSON.stringify([unit.tenantId, 'reports', of, name])
  const key = unit.runtime.keys.cursors
  const from = at.cursor === undefined ? 0 : Number(decodeCursor(at.cursor, list, key)[0])
  const hasMore = found.length > from + most
  return {
    data: found.slice(from, from + most).map(show),
    hasMore,
    nextCursor: hasMore ? encodeCursor([from + most], list, key) : null,
  }
}

const returns = pageOf(ReportView).omit({ count: true })

const parameters = z.record(z.string().max(60), z.string().max(60)).meta({
  example: {},
  description: 'By name; a day may also be one of the words that schedules use, such as TODAY.',
})
const cell = z.union([z.string(), z.number(), z.null()])

const queryBody = z
  .strictObject({
    parameters: parameters.default({}),
    limit: limit.optional(),
    cursor: cursor.optional(),
  })
  .prefault({})
const fileBody = z.strictObject({ parameters: parameters.default({}) }).prefault({})

const named = (reportId: string): Report => reportOf(reportId) ?? notFound()

async function asked(unit: Unit, reportId: string, sent: Parameters) {
  const report = named(reportId)
  const today = await unit.today()
  return { report, today, checked: await checkParameters(unit, report, sent, [today]) }
}

const refuses = ['NOT_FOUND', 'REPORT_RUNNING', 'REPORT_TOO_SLOW'] as const

export default {
  listQueryReports: operation('GET /reports/query-reports', 'ReadQueryReports', {
    summary: 'List the reports that can be run',
    query: z.strictObject({
      topic: topic.optional(),
      limit: z.coerce.number().int().min(1).max(pageLimitMax).optional(),
      cursor: cursor.optional(),
    }),
    returns,
    refuses: ['CURSOR_INVALID'],
  }).handle(async ({ unit, query }) => page(unit, query)),

  searchQueryReports: operation('POST /reports/query-reports/search', 'SearchQueryReports', {
    summary: 'Search the reports that can be run',
    body: z
      .strictObject({
        filters: z
          .strictObject({
            topic: topic.optional(),
            name: z.strictObject({ contains: z.string().min(1).max(200) }).optional(),
          })
          .default({}),
        limit: limit.optional(),
        cursor: cursor.optional(),
      })
      .prefault({}),
    returns,
    status: 200,
    refuses: ['CURSOR_INVALID'],
  }).handle(async ({ unit, body: { filters, ...at } }) => page(unit, { ...filters, ...at })),

  readQueryReport: operation('GET /reports/query-reports/{id}', 'ReadQueryReport', {
    summary: 'Read what a report answers, and what it is asked with',
    returns: ReportView,
  }).handle(async ({ params }) => show(named(params.id))),

  queryReport: operation('POST /reports/query-reports/{id}/query', 'QueryReport', {
    summary: 'Run a report, page by page',
    body: queryBody,
    returns: pageOf(z.record(z.string(), cell)).omit({ count: true }).meta({ id: 'ReportPage' }),
    status: 200,
    purpose: 'report',
    refuses: [...refuses, 'CURSOR_INVALID'],
  }).handle(async ({ unit, params, body }) => {
    const { report, checked } = await asked(unit, params.id, body.parameters)
    const list = JSON.stringify([
      unit.tenantId,
      ...markOfScope(unit.scope),
      markOfQuery(report, checked),
    ])
    const key = unit.runtime.keys.cursors
    const most = body.limit ?? pageLimitDefault
    const after = body.cursor === undefined ? undefined : decodeCursor(body.cursor, list, key)
    const rows = await queryReport(unit, report, checked, { after, limit: most + 1 })
    const data = rows.slice(0, most)
    const last = data.at(-1)
    const hasMore = rows.length > most
    const place = hasMore && last !== undefined ? report.key.map((name) => last[name]) : undefined
    return {
      data: data.map((row) => ({ ...row })),
      hasMore,
      nextCursor: place === undefined ? null : encodeCursor(place, list, key),
    }
  }),

  readReportAsFile: operation('POST /reports/query-reports/{id}/file', 'QueryReport', {
    summary: 'Run a report as a file for spreadsheets',
    body: fileBody,
    file: ['text/csv'],
    purpose: 'report',
    extension: true,
    refuses: [...refuses, 'REPORT_TOO_LARGE'],
  }).handle(async ({ unit, params, body }) => {
    const { report, today, checked } = await asked(unit, params.id, body.parameters)
    const rows = await queryReport(unit, report, checked, { limit: fileRowsMax + 1 })
    if (rows.length > fileRowsMax) refuse('REPORT_TOO_LARGE')
    const filename = filenameOf(report, today)
    return { filename, mimeType: 'text/csv', bytes: async () => csvOfReport(report, rows) }
  }),
} satisfies Room
