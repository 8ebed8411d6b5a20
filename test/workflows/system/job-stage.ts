import { randomUUID } from 'node:crypto'
import type { ScheduleHandle } from '@temporalio/client'
import { afterAll, beforeAll } from 'vitest'
import { gathering } from '../../../src/activities/areas.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { newTenant } from '../../../src/install/new-tenant.ts'
import { JobSchedules } from '../../../src/kernel/relay/job-schedules.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import type { JobChunk } from '../../../src/kernel/write/registered.ts'
import type { Runtime } from '../../../src/kernel/write/runtime.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { apiAs, world, type Api, type World } from '../../support/world.ts'

export const job = 'invoice.due'
export const nothing: JobChunk = { counts: { things: 1 }, after: null }

type Query = (...asked: unknown[]) => unknown

/** A worker that runs jobs, and what the one job of these tests does for a tenant. */
export class JobStage {
  /** Nothing, unless a test says otherwise. */
  chunk: (tenantId: string, day: string) => Promise<JobChunk> = async () => nothing
  wanted = 'true'
  /** How many statements were sent by the login that finds tenants. */
  sentAcross = 0
  readonly #tokens = new Map<string, string>()
  #at: World | undefined
  #temporal: Engine | undefined

  get at(): World {
    if (this.#at === undefined) throw new Error('the stage is not open')
    return this.#at
  }

  get temporal(): Engine {
    if (this.#temporal === undefined) throw new Error('the stage is not open')
    return this.#temporal
  }

  async open(): Promise<void> {
    this.#at = await world()
    const { runtime, keys } = this.at
    const activities = createActivities(this.#equipped(runtime))
    this.#temporal = await engine({ keys, activities, taskQueue: 'rx-bulk' })
  }

  #equipped(runtime: Runtime): Runtime {
    const wanted = () => this.wanted
    const jobs: Runtime['registered']['jobs'] = {
      ...runtime.registered.jobs,
      [job]: {
        get wanted() {
          return wanted()
        },
        chunk: (unit, day) => this.chunk(unit.tenantId, day),
      },
    }
    const { across } = runtime
    if (across === undefined) throw new Error('this world finds no tenants')
    const query: Query = (...asked) => {
      this.sentAcross++
      return (across.query as Query).apply(across, asked)
    }
    const counted = { query } as NonNullable<Runtime['across']>
    return { ...runtime, across: counted, registered: { ...runtime.registered, jobs } }
  }

  async close(): Promise<void> {
    await this.#temporal?.close()
    await this.#at?.close()
  }

  /** A tenant that was there before the days of these tests; the job does nothing special for it. */
  async tenantOf(timeZone: string): Promise<string> {
    const name = `Tenant ${randomUUID()}`
    const { tenantId, token } = await newTenant(this.at.runtime, { name, sandbox: true, timeZone })
    await this.at.owner(`update tenant set created_at = '2020-01-01' where tenant_id = $1`, [
      tenantId,
    ])
    this.chunk = async () => nothing
    this.wanted = 'true'
    this.#tokens.set(tenantId, token)
    return tenantId
  }

  callersOf(tenantId: string): Api {
    return apiAs(this.at, this.#tokens.get(tenantId) ?? '')
  }

  /** What was asked for beside a change is carried over to the engine. */
  async carried(): Promise<void> {
    const { client } = this.temporal
    const { relayUrl: url } = this.at.installed
    const relay = new Relay({ gathering, url, client, log: this.at.runtime.log })
    while ((await relay.carry()) > 0);
    await relay.stop()
  }

  schedules(): JobSchedules {
    const { at, temporal } = this
    return new JobSchedules({
      url: at.installed.relayUrl,
      client: temporal.client,
      log: at.runtime.log,
    })
  }

  scheduleOf(zone: string): ScheduleHandle {
    return this.temporal.client.schedule.getHandle(`job/${job}/${zone}`)
  }

  runsOf(tenantId: string): Promise<Record<string, unknown>[]> {
    return this.at.owner(
      `select as_of_date::text as day, status, counts from job_run
       where tenant_id = $1 and job = $2 order by as_of_date`,
      [tenantId, job],
    )
  }

  async daysOf(tenantId: string): Promise<unknown[]> {
    return (await this.runsOf(tenantId)).map(({ day }) => day)
  }

  runNow(zone: string): Promise<string> {
    return this.temporal.client.workflow.execute('runJob', {
      taskQueue: this.temporal.taskQueue,
      workflowId: `run-job/${randomUUID()}`,
      args: [{ job, timeZone: zone }],
    })
  }

  /** The workflow as it is at this instant of its own clock, and what it says at its end. */
  async runAt(zone: string, instant: string, more: object = {}): Promise<string> {
    const ms = Date.parse(instant) - Date.now()
    const handle = await this.temporal.client.workflow.start('runJob', {
      taskQueue: this.temporal.taskQueue,
      workflowId: `run-job/${randomUUID()}`,
      args: [{ job, timeZone: zone, ...more }],
      startDelay: ms,
    })
    await this.temporal.advance(handle, ms)
    return handle.result()
  }
}

/** Open for a file of tests. */
export function jobStage(): JobStage {
  const stage = new JobStage()
  beforeAll(() => stage.open())
  afterAll(() => stage.close())
  return stage
}

/** A zone in which it is about this hour, so that no day begins meanwhile. */
export function whereItIs(hour: number): { zone: string; hours: number } {
  const hours = new Date().getUTCHours() - hour
  return { zone: hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`, hours }
}
