import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import type { Logger } from 'pino'
import { withClient } from '../../ports/database/connect.ts'
import { catchUpDays } from '../../domain/job.ts'
import { jobNames, jobs, scheduleIdOf, schedulePrefix, type JobName } from '../../domain/jobs.ts'
import { processes, taskQueueOf } from '../../domain/processes.ts'
import { Again } from '../../ports/process/again.ts'

const everyMs = 60_000
/** An engine that hangs keeps nobody from stopping. */
const roundMs = 5_000
const pageSize = 1_000

export interface JobSchedulesOptions {
  url: string
  client: Client
  log: Logger
}

/** Sees to it that each job has one schedule for each time zone in which a tenant lives. */
export class JobSchedules {
  readonly #options: JobSchedulesOptions
  /** Those that are known to be as this code wants them. */
  readonly #current = new Set<string>()
  readonly #again: Again

  constructor(options: JobSchedulesOptions) {
    this.#options = options
    const { client, log } = options
    this.#again = new Again({
      everyMs,
      round: () => client.withDeadline(Date.now() + roundMs, () => this.provide()),
      failed: (err) => log.warn({ err }, 'the schedules of jobs wait for the next minute'),
    })
  }

  start(): void {
    this.soon()
    this.#again.start()
  }

  /** A round at once: the engine was away, and may have lost its schedules. */
  soon(): void {
    void this.#again.soon()
  }

  stop(): Promise<void> {
    return this.#again.stop()
  }

  /** Makes what is missing, changes what is otherwise, removes what nobody needs any more. */
  async provide(): Promise<void> {
    const zones = await zonesOfTenants(this.#options.url)
    const wanted = new Map(
      jobNames.flatMap((job) =>
        zones.map((zone) => [scheduleIdOf(job, zone), scheduleOf(job, zone)]),
      ),
    )
    const there = await this.#there()
    for (const [id, options] of wanted) await this.#provideOne(options, there.has(id))
    for (const id of there) if (!wanted.has(id)) await this.#remove(id)
  }

  async #there(): Promise<Set<string>> {
    const there = new Set<string>()
    for await (const { scheduleId } of this.#options.client.schedule.list({ pageSize })) {
      if (scheduleId.startsWith(schedulePrefix)) there.add(scheduleId)
    }
    return there
  }

  async #provideOne(options: ScheduleOptions, isThere: boolean): Promise<void> {
    const id = options.scheduleId
    if (isThere && this.#current.has(id)) return
    if (!isThere && (await this.#create(options))) this.#options.log.info({ id }, 'made a schedule')
    else await this.#update(options)
    this.#current.add(id)
  }

  /** What a tenant has to do today is done at once, also where its zone is new, or the store is. */
  async #create(options: ScheduleOptions): Promise<boolean> {
    try {
      const state = { ...options.state, triggerImmediately: true }
      await this.#options.client.schedule.create({ ...options, state })
      return true
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) return false
      throw error
    }
  }

  /** Only where something differs: a change would drop what the schedule has still to catch up on. */
  async #update(options: ScheduleOptions): Promise<void> {
    const handle = this.#options.client.schedule.getHandle(options.scheduleId)
    if (isAsWanted(await handle.describe(), options)) return
    await handle.update(({ state }) => {
      const { paused, note } = state
      const { scheduleId: _, memo: __, ...wanted } = options
      return { ...wanted, state: paused ? { paused, ...(note && { note }) } : { ...options.state } }
    })
    this.#options.log.info({ id: options.scheduleId }, 'changed a schedule')
  }

  async #remove(id: string): Promise<void> {
    this.#current.delete(id)
    await this.#options.client.schedule.getHandle(id).delete()
    this.#options.log.info({ id }, 'removed a schedule that nobody needs')
  }
}

async function zonesOfTenants(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ zone: string }>(
      'select distinct time_zone as zone from tenant order by 1',
    )
    return rows.map(({ zone }) => zone)
  })
}

function scheduleOf(job: JobName, timeZone: string): ScheduleOptions {
  const { at, summary } = jobs[job]
  const [hour, minute] = at.split(':').map(Number) as [number, number]
  const note = `${summary}; every day at ${at} in ${timeZone}`
  return {
    scheduleId: scheduleIdOf(job, timeZone),
    spec: { calendars: [{ hour, minute, comment: note }], timezone: timeZone },
    action: {
      type: 'startWorkflow',
      workflowType: processes.runJob.workflow,
      workflowId: `${processes.runJob.prefix}/${job}/${timeZone}`,
      taskQueue: taskQueueOf('runJob'),
      args: [{ job, timeZone }],
      memo: { note },
      staticSummary: `${summary}: tenants in ${timeZone}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: keyword('RxEntityType'), value: processes.runJob.entity },
        { key: keyword('RxEntityId'), value: job },
      ]),
    },
    policies: {
      overlap: ScheduleOverlapPolicy.SKIP,
      catchupWindow: `${catchUpDays} days`,
      pauseOnFailure: false,
    },
    state: { note },
  }
}

const keyword = (name: string) => defineSearchAttributeKey(name, 'KEYWORD')

/** Of a job and zone only the hour and the words can have changed, and both stand in the note. */
function isAsWanted({ action }: ScheduleDescription, { action: wanted }: ScheduleOptions): boolean {
  return action.memo?.['note'] === wanted.memo?.['note'] && action.taskQueue === wanted.taskQueue
}
