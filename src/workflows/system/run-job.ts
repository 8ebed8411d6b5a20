import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { jobs, type JobName } from '../../domain/jobs.ts'
import type { StepFailure } from '../../kernel/write/activity.ts'
import { endsByItsVersion, messageIn, retryForever, show, type ProcessInput } from '../process.ts'

/** What a schedule says, or a person who asks for a day. */
export interface JobToRun {
  job: JobName
  /** Of every tenant there; where a tenant is named it may be left out. */
  timeZone?: string
  /** Asked for: this day alone, also where it has failed before. */
  asOfDate?: string
  tenantId?: string
  /** Asked for where it has failed alone: without such a row there is nothing to do. */
  again?: true
  /** Where an earlier run of this workflow has come to. */
  from?: Standing
}

interface Standing {
  scheduledAt: number
  /** Still to be walked through, the present one first. */
  days: string[]
  /** The last tenant of the present day's last page. */
  after: string
  seen: number
  done: number
  failed: number
}

const { planJob } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'see for which days it is to be done',
})
const { claimJobPage } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '2 minutes',
  summary: 'see which of the next 200 tenants have something to do',
})
/** An hour is more than any outage should take; after it a person is asked, and the day goes on. */
const { runJobForTenant } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  summary: 'do it for one tenant',
})
const { failJobRun } = proxyActivities<Activities>({
  ...retryForever,
  summary: 'leave what failed for a tenant to a person',
})

const atOnce = 8
const allDone = 'All is done'

endsByItsVersion(runJob)

/**
 * A job of a time zone, day by day, tenant by tenant. Its schedule never begins a second beside it,
 * so what came due meanwhile is done before it ends.
 */
export async function runJob(input: JobToRun | ProcessInput): Promise<string> {
  const wanted = 'entityId' in input ? askedAgain(input) : input
  const at = wanted.from ?? begun(wanted)
  const underWay = new Set<Promise<void>>()
  for (;;) {
    if (at.days.length === 0) {
      await Promise.all(underWay)
      at.days = wanted.asOfDate === undefined ? await daysOf(wanted, at) : []
      if (at.days.length === 0) return said(wanted, at, allDone)
    }
    await walkPage(wanted, at, underWay)
    if (workflowInfo().continueAsNewSuggested) {
      await Promise.all(underWay)
      return continueAsNew<typeof runJob>({ ...wanted, from: at })
    }
  }
}

/** A process is begun by the id of what it is about: here a job and its day. */
function askedAgain({ tenantId, entityId }: ProcessInput): JobToRun {
  const [job, asOfDate = ''] = entityId.split('/') as [JobName, string?]
  return { job, asOfDate, tenantId, again: true }
}

/** The instant that the schedule meant, even if this began later. */
function begun({ asOfDate }: JobToRun): Standing {
  const [scheduled] = workflowInfo().searchAttributes['TemporalScheduledStartTime'] ?? []
  const scheduledAt = scheduled instanceof Date ? scheduled.getTime() : Date.now()
  const days = asOfDate === undefined ? [] : [asOfDate]
  return { scheduledAt, days, after: '', seen: 0, done: 0, failed: 0 }
}

function daysOf({ job, timeZone = 'UTC' }: JobToRun, { scheduledAt }: Standing) {
  return planJob({ job, timeZone, scheduledAt, at: Date.now() })
}

/** The next page of the present day; a day begins when that before it is done for everybody. */
async function walkPage(
  wanted: JobToRun,
  at: Standing,
  underWay: Set<Promise<void>>,
): Promise<void> {
  const { job, timeZone, tenantId, again = false } = wanted
  const [asOfDate = '', ...later] = at.days
  const asked = wanted.asOfDate === undefined ? {} : { asked: { tenantId, again } }
  const { after, scheduledAt } = at
  const page = { job, timeZone, asOfDate, after, scheduledAt, ...asked, at: Date.now() }
  const { next, seen, tenants } = await claimJobPage(page)
  at.seen += seen
  for (const each of tenants) {
    while (underWay.size >= atOnce) await Promise.race(underWay)
    const run = runFor(each, job, asOfDate, at).finally(() => underWay.delete(run))
    underWay.add(run)
  }
  if (next === null) await Promise.all(underWay)
  Object.assign(at, next === null ? { days: later, after: '' } : { after: next })
  said(wanted, at, next === null ? `${asOfDate} is done` : `${asOfDate} goes on`)
}

/** Whatever becomes of one tenant, the others are not kept waiting. */
async function runFor(
  tenantId: string,
  job: JobName,
  asOfDate: string,
  at: Standing,
): Promise<void> {
  const of = { tenantId, job, asOfDate }
  try {
    const outcome = await runJobForTenant({ ...of, at: Date.now() })
    if (outcome === 'DONE') at.done++
    else at.failed++
  } catch (error) {
    if (isCancellation(error)) throw error
    await failJobRun({ ...of, failure: failureOf(error), at: Date.now() })
    at.failed++
  }
}

function failureOf(error: unknown): StepFailure {
  const cause = error instanceof ActivityFailure ? error.cause : undefined
  if (cause instanceof ApplicationFailure) {
    return { code: cause.type ?? 'INTERNAL', message: messageIn(cause) }
  }
  return { code: 'TIMEOUT', message: 'It took longer than it may' }
}

function said({ job, timeZone }: JobToRun, at: Standing, how: string): string {
  const where = timeZone === undefined ? '' : ` in ${timeZone}`
  const failed = at.failed === 0 ? '' : '; errands of the type JOB say why, and go on with it'
  const counts = `${at.seen} tenants looked at, done for ${at.done}, failed for ${at.failed}`
  const text = `${jobs[job].summary}${where}: ${how}; ${counts}${failed}.`
  const status = at.failed === 0 ? 'DONE' : 'FAILED'
  show(how === allDone ? status : 'RUNNING', text)
  return text
}
