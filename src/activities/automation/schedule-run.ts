import { platform, type Principal } from '../../domain/access/principal.ts'
import {
  lifeOfScheduleRun,
  modulesOfKinds,
  refusedSchedulesKey,
  type ScheduleRunStatus,
} from '../../domain/automation/schedule.ts'
import { Refusal, type RefusalCode } from '../../domain/refusal.ts'
import { stoppedText } from '../../domain/remedies.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { saysOff } from '../../domain/system/modules.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import { Schedule, ScheduleRun } from '../../entities/schedule.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import type { StepFailure, Task } from '../../kernel/write/activity.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalsNow } from '../access/may-still-act.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { isSwitchedOff } from '../system/settings/read-modules.ts'
import { settleErrand } from '../system/settle-errand.ts'

/** Where a run stands after a step, and what it says. */
export interface RunStanding {
  status: ScheduleRunStatus | 'GONE'
  says?: string
  /** The mail server did not take it: it is tried again later. */
  away?: true
}

export interface RunAtWork {
  schedule: Schedule
  run: ScheduleRun
}

export const asPlatform = ({ tenantId }: Task) => platform(tenantId, 'schedule')

/** The platform, with the name and reach of whoever answers for the schedule. */
export function asResponsible(schedule: Schedule): Principal {
  const { tenantId, requestedBy: id, clientId = null, openedBy } = schedule
  const as = platform(tenantId, schedule.requestedByName)
  return { ...as, id, clientId, ...(openedBy != null && { openedBy }) }
}

/** The run as it is now, held; undefined where it is gone, or another has come to it. */
export async function heldScheduleRun(
  unit: Unit,
  runId: string,
  status: ScheduleRunStatus,
): Promise<RunAtWork | { standing: RunStanding }> {
  hold(unit, ScheduleRun, [runId])
  const run = await unit.find(ScheduleRun, { id: runId })
  if (run === null) return { standing: { status: 'GONE' } }
  if (run.status !== status) return { standing: { status: run.status } }
  return { run, schedule: await unit.load(Schedule, run.scheduleId) }
}

/**
 * Asked before each step: who answers for it may have left, or lost the client, the right to have a
 * schedule, or the right to what it makes.
 */
export function refusalOfSchedule(
  task: Task,
  { requestedBy: principalId, openedBy = null, clientId = null, kind, input }: Schedule,
): Promise<RefusalCode | undefined> {
  const { right } = task.runtime.registered.scheduled[kind]
  return inUnit(task.runtime, asPlatform(task), task, async (unit) => {
    const each = [openedBy, right(input)].map((asked) => ({
      principalId,
      openedBy: asked,
      clientId,
    }))
    return (await refusalsNow(unit, each)).find((code) => code !== undefined)
  })
}

/** Of a module that is off nothing is made: the run says so, and the next one asks again. */
export async function leftOff(task: Task, { kind }: Schedule): Promise<RunStanding | undefined> {
  const code = modulesOfKinds[kind]
  if (code === undefined) return undefined
  return inUnit(task.runtime, asPlatform(task), task, async (unit) => {
    if (!(await isSwitchedOff(unit, code))) return undefined
    const held = await heldScheduleRun(unit, task.entityId, 'QUEUED')
    if ('standing' in held) return held.standing
    const says = saysOff(code)
    held.run.error = `FEATURE_DISABLED: ${says}`
    return { ...(await endRun(unit, held.run, 'findNothing')), says }
  })
}

/** The schedule stops until somebody who may changes it, and so answers for it. */
export function stopSchedule(task: Task, code: RefusalCode): Promise<RunStanding> {
  const { message } = new Refusal(code)
  return inUnit(task.runtime, asPlatform(task), task, async (unit) => {
    const run = await unit.find(ScheduleRun, { id: task.entityId })
    if (run === null) return { status: 'GONE' }
    const schedule = await loadHeld(unit, Schedule, run.scheduleId)
    Object.assign(schedule, { enabled: false, nextRunAt: null, suspendedFor: code })
    return failed(unit, task.entityId, { code, message: `${schedule.requestedByName}: ${message}` })
  })
}

/** It is tried no more by itself: an errand says why, from which a person goes on. */
export function failSchedule(task: Task & { failure: StepFailure }): Promise<RunStanding> {
  return inUnit(task.runtime, asPlatform(task), task, (unit) =>
    failed(unit, task.entityId, task.failure),
  )
}

async function failed(unit: Unit, runId: string, failure: StepFailure): Promise<RunStanding> {
  hold(unit, ScheduleRun, [runId])
  const run = await unit.find(ScheduleRun, { id: runId })
  if (run === null) return { status: 'GONE' }
  if (!lifeOfScheduleRun.may(run.status, 'fail')) return { status: run.status }
  const { name } = await unit.load(Schedule, run.scheduleId)
  const { code, message } = failure
  const error = `${code}: ${message}`.slice(0, 500)
  const status = lifeOfScheduleRun.move(run.status, 'fail')
  Object.assign(run, { status, error, endedAt: unit.now })
  await keepOutcome(unit, run, 'FAILED')
  await leaveErrand(unit, {
    type: 'SCHEDULE',
    subjectType: 'ScheduleRun',
    subjectId: run.id,
    clientId: clientToSee(run),
    severity: 'HIGH',
    title: `${name} was not sent: ${code}`,
    data: { scheduleId: run.scheduleId, plannedAt: run.plannedAt, code, message },
    suggestion: { action: 'RUN_SCHEDULE', reason: message },
    dedupeKey: errandKeyOf(run.id),
  })
  return { status: 'FAILED', says: stoppedText(failure) }
}

/** Of one address that takes no mail: one errand, however many runs meet it. */
export const unsentErrandOf = (scheduleId: string, recipient: string) =>
  `schedule/${scheduleId}/${recipient}`.slice(0, 200)

const errandKeyOf = (runId: string) => `schedule-run/${runId}`

/** It has come to its end by itself. */
export async function endRun(
  unit: Unit,
  run: ScheduleRun,
  verb: 'send' | 'findNothing',
): Promise<RunStanding> {
  const status = lifeOfScheduleRun.move(run.status, verb)
  Object.assign(run, { status, endedAt: unit.now })
  await keepOutcome(unit, run, verb === 'send' ? 'SENT' : 'NOTHING')
  await settleErrand(unit, errandKeyOf(run.id), 'It was made after all.')
  return { status }
}

/** Without a new version: whoever changes the schedule meanwhile need not read it again. */
async function keepOutcome(unit: Unit, { scheduleId, plannedAt }: ScheduleRun, outcome: string) {
  await unit.transaction.query(
    `update schedule set last_run_at = $3, last_outcome = $4
     where tenant_id = $1 and id = $2 and coalesce(last_run_at, '-infinity') <= $3`,
    [unit.tenantId, scheduleId, plannedAt, outcome],
  )
}

/** What failed is made once more, now; what was made and not mailed is only mailed. */
export async function retryScheduleRun(unit: Unit, runId: string): Promise<void> {
  const run = await loadHeld(unit, ScheduleRun, runId)
  const status = lifeOfScheduleRun.move(run.status, 'retry')
  Object.assign(run, { status, error: null, endedAt: null })
  const { clientId = null } = run
  unit.start('runSchedule', runId, clientId === null ? {} : { RxClient: clientId })
}

/** The cause of its errand: the run is not made, or somebody is named who takes no mail. */
export async function isScheduleAmiss(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const { subjectId, data, dedupeKey, status } = errand
  // Only the relay knows what Temporal refuses: that errand ends by itself.
  if (dedupeKey === refusedSchedulesKey) return isUnresolved(status)
  const run = await unit.find(ScheduleRun, { id: subjectId })
  if (run === null) return false
  const refused = data['recipient']
  if (typeof refused !== 'string') return run.status !== 'SENT' && run.status !== 'NOTHING'
  const schedule = await unit.find(Schedule, { id: run.scheduleId })
  return schedule?.recipients.includes(refused) === true
}
