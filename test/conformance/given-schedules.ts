import { bookkeepingFileFormats } from '../../src/domain/automation/schedule.ts'
import type { IdKind } from '../../src/entities/ids.ts'
import type { Values } from '../support/rows.ts'
import { everyMorning } from '../support/schedules.ts'
import { reports } from '../../src/activities/reports/query-report.ts'
import type { GivenCall, Named } from './given.ts'
import { noTasks } from './given-life.ts'
import type { Stage } from './stage.ts'

const inputs = {
  QUERY_REPORT: { reportId: everyMorning.reportId, parameters: {}, format: 'CSV' },
  BOOKKEEPING_FILE: { format: 'CSV', book: 'CLIENTS' },
}

const ofKind = (kind: keyof typeof inputs): Values => ({
  ofClient: true,
  kind,
  input: inputs[kind],
  cron: '30 7 * * 1',
  timeZone: 'Europe/Stockholm',
  recipients: ['kim@factor.example', 'ola@factor.example'],
})

export const usualOfSchedules: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  // Of either kind: what is listed says which.
  Schedule: () => ({
    ...ofKind('QUERY_REPORT'),
    input: { ...inputs.QUERY_REPORT, ...inputs.BOOKKEEPING_FILE },
  }),
  ScheduleRun: (n) => ({
    ofClient: true,
    kind: 'QUERY_REPORT',
    plannedAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
    recipients: [],
    documentIds: [],
  }),
  BookkeepingReceiver: () => ({ ownerType: 'CLIENT', ...mailed, ...noServer }),
  BookkeepingDelivery: () => ({ method: 'EMAIL', status: 'FAILED' }),
  BookkeepingFile: (n) => ({
    status: 'GENERATED',
    numbers: [n + 1],
    ownerType: 'CLIENT',
    currency: 'SEK',
  }),
}

const mailed = { method: 'EMAIL', email: 'books@nordlund.example' }
const noServer = {
  url: null,
  host: null,
  port: null,
  folder: null,
  username: null,
  hostKey: null,
  credentials: null,
}

const recipient = ['kim@factor.example']

export const scheduleParameters: Readonly<Record<string, Named>> = {
  '/bookkeeping-files/internal/{id}': 'BookkeepingFile',
  '/reports/query-reports/{id}': reports.map(({ id }) => id),
  '/scheduler/query-report/{id}/recipient/{email}': recipient,
  '/scheduler/bookkeeping-file/{id}/recipient/{email}': recipient,
}

type Calls = Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>>

const times = {
  name: 'Mine',
  cron: '0 6 * * *',
  frequency: undefined,
  at: undefined,
  timeZone: 'UTC',
  recipients: ['a@b.example'],
}

function callsOf(path: string, kind: keyof typeof inputs, made: object): Calls {
  const one = async ({ rows }: Stage) => String((await rows.add('schedule', ofKind(kind)))['id'])
  const on =
    (body?: object, more: Record<string, string> = {}) =>
    async (stage: Stage): Promise<GivenCall> => ({
      params: { id: await one(stage), ...more },
      ...(body !== undefined && { body: body as Record<string, unknown> }),
    })
  return {
    [`POST ${path}`]: async () => ({ body: { ...times, ...made } }),
    [`GET ${path}/{id}`]: on(),
    [`GET ${path}/{id}/runs`]: on(),
    [`PUT ${path}/{id}`]: on({ ...times, ...made }),
    [`DELETE ${path}/{id}`]: on(),
    [`POST ${path}/{id}/recipients`]: on({ recipients: ['new@factor.example'] }),
    [`DELETE ${path}/{id}/recipient/{email}`]: on(undefined, { email: 'kim@factor.example' }),
  }
}

/** A file of the client of the stage, with a voucher in it. */
async function file(stage: Stage): Promise<GivenCall> {
  const clientId = await stage.client()
  return fileOf(stage, { ownerType: 'CLIENT', ownerId: clientId, clientId })
}

/** The same of the tenant's own book. */
const ownFile = (stage: Stage) =>
  fileOf(stage, { ownerType: 'TENANT', ownerId: stage.tenant.id, clientId: null })

async function fileOf({ rows }: Stage, owner: Values): Promise<GivenCall> {
  const document = await rows.add('document', { clientId: owner['clientId'], status: 'STORED' })
  const series = { ...owner, series: 'Q', fiscalYear: 2026 }
  const fileId = document['id']
  const whole = { status: 'EXPORTED', externalError: null, externalId: null } as const
  const voucher = await rows.add('voucher', { ...series, ...whole, currency: 'SEK', fileId })
  const made = await rows.add('bookkeeping_file', {
    ...series,
    documentId: fileId,
    currency: 'SEK',
    numbers: [voucher['number']],
    voucherCount: 1,
    status: 'GENERATED',
  })
  return { params: { id: String(made['id']) }, body: {} }
}

let asked = 0
/** Each call asks for another than the one before: what is left out is the first of them. */
const nextFormat = () => bookkeepingFileFormats[++asked % bookkeepingFileFormats.length]!

/** What another method has is not sent with a mail. */
const unsent = {
  url: undefined,
  host: undefined,
  port: undefined,
  folder: undefined,
  username: undefined,
  hostKey: undefined,
  credentials: undefined,
}

export const scheduleCalls: Calls = {
  'POST /bookkeeping-receivers': async (stage) => ({
    body: { ...unsent, ...mailed, clientId: await stage.client() },
  }),
  'PUT /bookkeeping-receivers/{id}': async () => ({
    body: { ...unsent, email: `books-${++asked}@nordlund.example` },
  }),
  ...callsOf('/scheduler/query-report', 'QUERY_REPORT', { reportId: everyMorning.reportId }),
  ...callsOf('/scheduler/bookkeeping-file', 'BOOKKEEPING_FILE', {}),
  'PUT /bookkeeping-files/generate': async (stage) => {
    await noTasks(stage)
    const clientIds = [await stage.client()]
    return { body: { clientIds, toDate: '2026-11-25', format: nextFormat() } }
  },
  'PUT /bookkeeping-files/internal/generate': async (stage) => {
    await noTasks(stage)
    return { body: { toDate: '2026-11-25', format: nextFormat() } }
  },
  'PUT /bookkeeping-files/{id}/generate': file,
  'PUT /bookkeeping-files/internal/{id}/generate': ownFile,
  'PUT /bookkeeping-files/{id}/export': file,
  'GET /reports/query-reports/{id}': async () => ({ params: { id: everyMorning.reportId } }),
  'POST /reports/query-reports/{id}/query': async () => ({
    params: { id: everyMorning.reportId },
    body: { parameters: {} },
  }),
  'POST /reports/query-reports/{id}/file': async () => ({
    params: { id: everyMorning.reportId },
    body: { parameters: {} },
  }),
}
