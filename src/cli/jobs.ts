import type { Client, ScheduleHandle } from '@temporalio/client'
import { withClient } from '../ports/database/connect.ts'
import { catchUpDays } from '../domain/job.ts'
import { dayIn } from '../domain/dates.ts'
import { isJobName, jobNames, jobs, scheduleIdOf, type JobName } from '../domain/jobs.ts'
import { processes, taskQueueOf } from '../domain/processes.ts'
import { onEngineClient, onLogins } from './own-database.ts'
import { now as timeNow } from '../ports/database/clock.ts'
import { tenantsNamed } from './tenants-named.ts'

interface Place {
  client: Client
  rows: <R extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<R[]>
}

/** Every job by time zone: when it comes next, and what became of the last day. */
export async function listJobsCommand({ json }: { json: boolean }): Promise<void> {
  const found = await onEngine(async (place) => {
    const zones = await zonesOf(place)
    const lastDays = await place.rows<LastDay>(lastOfEach)
    const inZone = (job: JobName, zone: string) =>
      jobInZone(
        handleOf(place, job, zone),
        { job, timeZone: zone },
        lastDays.find((each) => each.job === job && each.time_zone === zone),
      )
    return Promise.all(jobNames.flatMap((job) => zones.map((zone) => inZone(job, zone))))
  })
  const text = json ? JSON.stringify(found) : found.map(listed).join('\n')
  process.stdout.write(`${text}\n`)
}

interface JobInZone {
  job: JobName
  timeZone: string
  at: string
  summary: string
  paused: boolean
  note: string | null
  nextRun: string | null
  lastDay: string | null
  tenants: number
  failed: number
}

async function jobInZone(
  handle: ScheduleHandle,
  { job, timeZone }: Pick<JobInZone, 'job' | 'timeZone'>,
  last: LastDay | undefined,
): Promise<JobInZone> {
  const described = await handle.describe().catch(absent)
  return {
    job,
    timeZone,
    at: jobs[job].at,
    summary: jobs[job].summary,
    paused: described?.state.paused ?? false,
    note: described?.state.note ?? null,
    nextRun: described?.info.nextActionTimes[0]?.toISOString() ?? null,
    lastDay: last?.day ?? null,
    tenants: last?.tenants ?? 0,
    failed: last?.failed ?? 0,
  }
}

interface LastDay extends Record<string, unknown> {
  job: string
  time_zone: string
  day: string
  tenants: number
  failed: number
}

const lastOfEach = `
select distinct on (r.job, t.time_zone) r.job, t.time_zone, r.as_of_date::text as day,
  count(*)::int as tenants, (count(*) filter (where r.status = 'FAILED'))::int as failed
from tenant t join job_run r on r.tenant_id = t.tenant_id
group by r.job, t.time_zone, r.as_of_date order by r.job, t.time_zone, r.as_of_date desc`

const notMade = 'its schedule is not made yet; a relay makes it within a minute of its start'

function listed({ job, summary, timeZone, ...more }: JobInZone): string {
  const { paused, note, nextRun, lastDay: day, tenants, failed } = more
  const last = day === null ? 'never' : `for ${day}: ${tenants} tenants, ${failed} failed`
  const next = paused ? `paused: ${note ?? ''}` : (nextRun ?? notMade)
  return `${job}  ${timeZone}\n  ${summary}\n  next  ${next}\n  last  ${last}`
}

export interface RunOptions {
  asOf?: string
  tenant?: string
}

/** Has a job done for a day that has come: of all tenants or of one; what is done stays done. */
export async function runJobCommand(name: string, { asOf, tenant }: RunOptions): Promise<void> {
  const job = jobNamed(name)
  const said = await onEngine(async (place) => {
    const zones = await zonesOf(place, tenant)
    const now = timeNow()
    return Promise.all(
      zones.map((zone) => runInZone(place, { job, zone, tenant, day: dayFor(asOf, zone, now) })),
    )
  })
  process.stdout.write(`${said.join('\n')}\n`)
}

/** Today, where no day is said; one that is still to come somewhere is refused before any begins. */
function dayFor(asOf: string | undefined, zone: string, now: Date): string {
  const today = dayIn(zone, now)
  const day = asOf ?? today
  if (day > today) throw new Error(`${day} is still to come in ${zone}`)
  return day
}

async function runInZone(
  { client }: Place,
  of: { job: JobName; zone: string; tenant: string | undefined; day: string },
): Promise<string> {
  const { job, zone, tenant, day } = of
  const { workflow, prefix, entity } = processes.runJob
  const handle = await client.workflow.start(workflow, {
    workflowId: [prefix, job, tenant ?? zone, day].join('/'),
    taskQueue: taskQueueOf('runJob'),
    args: [
      { job, timeZone: zone, asOfDate: day, ...(tenant !== undefined && { tenantId: tenant }) },
    ],
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `${entity} ${job} for ${day}, asked for`,
  })
  process.stderr.write(`${handle.workflowId} is at work\n`)
  return handle.result()
}

export interface ZoneOptions {
  timeZone?: string
}

/** Holds the schedules of a job; what is missed meanwhile is made up for, as far as days reach. */
export async function pauseJobCommand(name: string, options: ZoneOptions): Promise<void> {
  await onSchedules(name, options, async (handle, zone) => {
    await handle.pause('paused by npx receivables jobs pause')
    return `paused in ${zone}; of what it misses, ${catchUpDays} days are made up for later`
  })
}

export async function resumeJobCommand(name: string, options: ZoneOptions): Promise<void> {
  await onSchedules(name, options, async (handle, zone) => {
    const { spec } = await handle.describe()
    await handle.unpause(spec.calendars?.[0]?.comment ?? '')
    await handle.trigger()
    return `resumed in ${zone}`
  })
}

async function onSchedules(
  name: string,
  { timeZone }: ZoneOptions,
  work: (handle: ScheduleHandle, zone: string) => Promise<string>,
): Promise<void> {
  const job = jobNamed(name)
  const said = await onEngine(async (place) => {
    const all = await zonesOf(place)
    const zones = timeZone === undefined ? all : all.filter((zone) => zone === timeZone)
    if (zones.length === 0) throw new Error(`no tenant is in ${timeZone}; in ${all.join(', ')}`)
    return Promise.all(zones.map((zone) => work(handleOf(place, job, zone), zone)))
  })
  process.stdout.write(`${said.map((line) => `${job} is ${line}`).join('\n')}\n`)
}

export interface HistoryOptions {
  tenant?: string
  limit: number
  json: boolean
}

/** What became of each day, the latest first. */
export async function jobHistoryCommand(
  name: string | undefined,
  { tenant, limit, json }: HistoryOptions,
): Promise<void> {
  const job = name === undefined ? null : jobNamed(name)
  const rows = await onLogins(async ({ installed }) => {
    await tenantsNamed(installed.relayUrl, tenant)
    return withRelay(installed.relayUrl, (query) =>
      query<HistoryRow>(history, [job, tenant ?? null, limit]),
    )
  })
  const lines = rows.length === 0 ? 'none was run yet' : rows.map(historyLine).join('\n')
  const text = json ? JSON.stringify(rows) : lines
  process.stdout.write(`${text}\n`)
}

interface HistoryRow extends Record<string, unknown> {
  job: string
  day: string
  tenant: string
  status: string
  counts: Record<string, number>
  startedAt: string
  endedAt: string | null
  error: string | null
}

const history = `
select job, as_of_date::text as day, tenant_id as tenant, status, counts,
  started_at as "startedAt", ended_at as "endedAt", error
from job_run where ($1::text is null or job = $1) and ($2::int is null or tenant_id = $2)
order by as_of_date desc, job, tenant_id limit $3`

function historyLine({ day, job, tenant, status, counts, error }: HistoryRow): string {
  const done = Object.entries(counts).map(([what, n]) => `${what} ${n}`)
  return [day, job, tenant, status, ...done, error ?? ''].join('  ').trimEnd()
}

function jobNamed(name: string): JobName {
  if (isJobName(name)) return name
  throw new Error(`there is no job ${name}; there are: ${jobNames.join(', ')}`)
}

const handleOf = ({ client }: Place, job: JobName, zone: string) =>
  client.schedule.getHandle(scheduleIdOf(job, zone))

function absent(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ScheduleNotFoundError') return undefined
  throw error
}

async function zonesOf({ rows }: Place, tenant?: string): Promise<string[]> {
  const found = await rows<{ zone: string }>(
    `select distinct time_zone as zone from tenant
     where $1::int is null or tenant_id = $1 order by 1`,
    [tenant ?? null],
  )
  if (tenant !== undefined && found.length === 0) throw new Error(`there is no tenant ${tenant}`)
  return found.map(({ zone }) => zone)
}

/** On the database and the engine of the platform that runs. */
async function onEngine<T>(work: (place: Place) => Promise<T>): Promise<T> {
  return onEngineClient((client, { installed }) =>
    withRelay(installed.relayUrl, (rows) => work({ client, rows })),
  )
}

/** Only the relay's login sees who the tenants are. */
async function withRelay<T>(url: string, work: (rows: Place['rows']) => Promise<T>): Promise<T> {
  return withClient(url, (connection) =>
    work(async (text, values = []) => (await connection.query(text, values)).rows),
  )
}
