import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gathering } from '../../../src/activities/areas.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { dueJob } from '../../../src/activities/invoices/due-job.ts'
import type { JobStep } from '../../../src/kernel/write/registered.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { JobSchedules } from '../../../src/kernel/relay/job-schedules.ts'
import type { Runtime } from '../../../src/kernel/write/runtime.ts'
import { newTenant } from '../../../src/install/new-tenant.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { apiAs, world, type World } from '../../support/world.ts'

const job = 'invoice.due'

let at: World
let temporal: Engine
/** What the job does for a tenant in this file: nothing, unless a test says otherwise. */
let step: (tenantId: string, day: string) => Promise<JobStep>
let wanted: string
const across = { sent: 0 }
type Query = (...asked: unknown[]) => unknown
const nothing: JobStep = { counts: { things: 1 }, after: null }

beforeAll(async () => {
  at = await world()
  const jobs = {
    [job]: {
      get wanted() {
        return wanted
      },
      step: (unit, day) => step(unit.tenantId, day),
    },
  } satisfies Runtime['registered']['jobs']
  const query: Query = (...asked) => {
    across.sent++
    return (at.runtime.across?.query as Query)(...asked)
  }
  const registered = { ...at.runtime.registered, jobs }
  const runtime = { ...at.runtime, across: { query } as Runtime['across'], registered } as Runtime
  const activities = createActivities(runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-bulk' })
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

const tokens = new Map<string, string>()
const callersOf = (tenantId: string) => apiAs(at, tokens.get(tenantId) ?? '')

/** What was asked for beside a change is carried over to the engine. */
async function carried(): Promise<void> {
  const { relayUrl: url } = at.installed
  const relay = new Relay({ gathering, url, client: temporal.client, log: at.runtime.log })
  while ((await relay.carry()) > 0);
  await relay.stop()
}

/** A tenant that was there before the days of these tests. */
async function tenantOf(timeZone: string): Promise<string> {
  const name = `Tenant ${randomUUID()}`
  const { tenantId, token } = await newTenant(at.runtime, { name, sandbox: true, timeZone })
  await at.owner(`update tenant set created_at = '2020-01-01' where tenant_id = $1`, [tenantId])
  step = async () => nothing
  wanted = 'true'
  tokens.set(tenantId, token)
  return tenantId
}

const schedules = () =>
  new JobSchedules({ url: at.installed.relayUrl, client: temporal.client, log: at.runtime.log })

const scheduleOf = (zone: string) => temporal.client.schedule.getHandle(`job/${job}/${zone}`)

const runsOf = (tenantId: string) =>
  at.owner(
    `select as_of_date::text as day, status, counts from job_run
     where tenant_id = $1 order by as_of_date`,
    [tenantId],
  )
const daysOf = async (tenantId: string) => (await runsOf(tenantId)).map(({ day }) => day)

const runNow = (zone: string): Promise<string> =>
  temporal.client.workflow.execute('runJob', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-job/${randomUUID()}`,
    args: [{ job, timeZone: zone }],
  })

/** The workflow as it is at this instant of its own clock, and what it says at its end. */
async function runAt(zone: string, instant: string, more: object = {}): Promise<string> {
  const ms = Date.parse(instant) - Date.now()
  const handle = await temporal.client.workflow.start('runJob', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-job/${randomUUID()}`,
    args: [{ job, timeZone: zone, ...more }],
    startDelay: ms,
  })
  await temporal.advance(handle, ms)
  return handle.result()
}

describe('the schedule of a job', () => {
  test('is one for each zone with a tenant, says what it does, and goes with the last', async () => {
    const zone = 'Pacific/Apia'
    const tenantId = await tenantOf(zone)
    await schedules().provide()
    const made = await scheduleOf(zone).describe()
    expect(made.spec.timezone).toBe(zone)
    expect(made.spec.calendars).toMatchObject([{ hour: [{ start: 0 }], minute: [{ start: 10 }] }])
    expect(made.policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 3 * 86_400_000 })
    expect(made.state.note).toBe(
      'Claims become due and overdue, and pauses that have run out end; every day at 00:10 in Pacific/Apia',
    )
    // What is to be done today is done at once; then it is done for the day.
    await expect.poll(() => runsOf(tenantId)).toMatchObject([{ status: 'DONE' }])

    await schedules().provide()
    const again = await scheduleOf(zone).describe()
    expect(again.info.lastUpdatedAt).toBe(undefined)
    expect(again.info.createdAt).toEqual(made.info.createdAt)

    await at.owner(`update tenant set time_zone = 'Pacific/Auckland' where tenant_id = $1`, [
      tenantId,
    ])
    const keeper = schedules()
    await expect
      .poll(async () => {
        await keeper.provide()
        return (
          (await scheduleOf(zone)
            .describe()
            .catch(() => null)) === null
        )
      })
      .toBe(true)
    expect((await scheduleOf('Pacific/Auckland').describe()).state.paused).toBe(false)
  })

  test('that is otherwise than the code has it is put right, and stays paused', async () => {
    const zone = 'America/Lima'
    await tenantOf(zone)
    await schedules().provide()
    const handle = scheduleOf(zone)
    await handle.pause('while we move')
    await handle.update(({ state, action, ...rest }) => ({
      ...rest,
      state,
      action: { ...action, memo: { note: 'an earlier one' } },
      spec: { calendars: [{ hour: 5 }], timezone: zone },
    }))
    await schedules().provide()
    const { spec, state } = await handle.describe()
    expect(spec.calendars).toMatchObject([{ hour: [{ start: 0 }], minute: [{ start: 10 }] }])
    expect(state).toMatchObject({ paused: true, note: 'while we move' })
  })
})

/** A zone in which it is about this hour, so that no day begins meanwhile. */
function whereItIs(hour: number): { zone: string; hours: number } {
  const hours = new Date().getUTCHours() - hour
  return { zone: hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`, hours }
}

/** What the schedule does for times that have passed, as it does after it was away. */
async function passed(zone: string, start: string, end: string): Promise<void> {
  await schedules().provide()
  await scheduleOf(zone).backfill({
    start: new Date(start),
    end: new Date(end),
    overlap: 'BUFFER_ALL',
  })
}

/** The days that a tenant has a row for, without the present ones. */
const earlier = async (tenantId: string) =>
  (await daysOf(tenantId)).filter((day) => String(day) < '2026-11-10')

describe('by its schedule a job is done for the day of the instant that was scheduled', () => {
  test.each([
    ['where an hour is skipped', 'Europe/Stockholm', '2026-03-28', '2026-03-29', '2026-03-30'],
    ['where an hour comes twice', 'Europe/Stockholm', '2026-10-24', '2026-10-25', '2026-10-26'],
    ['where 00:10 comes twice', 'America/Havana', '2026-10-31', '2026-11-01', '2026-11-02'],
    ['on a leap day', 'Australia/Sydney', '2024-02-28', '2024-02-29', '2024-03-01'],
  ])('%s', async (_, zone, ...days) => {
    const tenantId = await tenantOf(zone)
    const called: string[] = []
    step = async (id, day) => {
      if (id === tenantId) called.push(day)
      return nothing
    }
    const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
    const [first = '', , last = ''] = days
    const [start, end] = [noon(first) - 86_400_000, noon(last)]
    await passed(zone, new Date(start).toISOString(), new Date(end).toISOString())
    await expect.poll(() => earlier(tenantId)).toEqual(days)
    await expect
      .poll(async () => (await runsOf(tenantId)).every(({ status }) => status === 'DONE'))
      .toBe(true)
    await expect
      .poll(async () => (await scheduleOf(zone).describe()).info.runningActions)
      .toEqual([])
    expect(called.filter((day) => day < '2026-11-10')).toEqual(days)
  })

  test('missed for two days, it is done for each of both, though they come at once', async () => {
    const { zone, hours } = whereItIs(12)
    const tenantId = await tenantOf(zone)
    const called: string[] = []
    step = async (_, day) => {
      called.push(day)
      return nothing
    }
    const { client } = temporal
    const dayMs = 86_400_000
    const today = Math.floor((Date.now() - hours * 3_600_000) / dayMs)
    const day = (n: number) => new Date((today + n) * dayMs).toISOString().slice(0, 10)
    await schedules().provide()
    await expect.poll(() => runsOf(tenantId)).toMatchObject([{ day: day(0), status: 'DONE' }])
    const running = async () => (await scheduleOf(zone).describe()).info.runningActions
    await expect.poll(running).toEqual([])
    await at.owner('delete from job_run where tenant_id = $1', [tenantId])
    called.length = 0
    // As it is after an outage: both instants come at once, and the second is skipped.
    await client.schedule.getHandle(`job/${job}/${zone}`).backfill({
      start: new Date(Date.now() - 2 * dayMs),
      end: new Date(),
      overlap: 'SKIP',
    })
    await expect
      .poll(() => runsOf(tenantId))
      .toMatchObject([
        { day: day(-1), status: 'DONE' },
        { day: day(0), status: 'DONE' },
      ])
    const { info } = await scheduleOf(zone).describe()
    expect(info.numActionsSkippedOverlap).toBe(1)
    expect(called).toEqual([day(-1), day(0)])
  })
})

describe('by its own clock', () => {
  test('it is done over both changes of the clock and a leap day, each day once', async () => {
    const zone = 'Europe/Helsinki'
    const tenantId = await tenantOf(zone)
    const nights = [
      '2027-03-26T22:10:00Z',
      '2027-03-27T22:10:00Z',
      '2027-03-28T21:10:00Z',
      '2027-10-30T21:10:00Z',
      '2027-10-31T22:10:00Z',
      '2028-02-28T22:10:00Z',
      '2028-02-29T22:10:00Z',
    ]
    const days = ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-31', '2027-11-01']
    for (const night of nights) await runAt(zone, night)
    const madeUp = ['2027-10-29', '2027-10-30', '2028-02-27', '2028-02-28']
    expect(await daysOf(tenantId)).toEqual(
      [...days, ...madeUp, '2028-02-29', '2028-03-01'].toSorted(),
    )
  })

  test('a day on which its time never came is made up for on the next', async () => {
    const zone = 'America/Santiago'
    const tenantId = await tenantOf(zone)
    await runAt(zone, '2027-09-04T04:10:00Z')
    await runAt(zone, '2027-09-06T03:10:00Z')
    expect(await daysOf(tenantId)).toEqual(['2027-09-04', '2027-09-05', '2027-09-06'])
  })

  test('what is missed for longer than three days is not made up for', async () => {
    const zone = 'Asia/Tokyo'
    const tenantId = await tenantOf(zone)
    await runAt(zone, '2027-05-01T00:00:00Z')
    await runAt(zone, '2027-05-10T00:00:00Z')
    expect(await daysOf(tenantId)).toEqual(['2027-05-01', '2027-05-08', '2027-05-09', '2027-05-10'])
  })

  test('before the time of the day it is not yet done for it', async () => {
    const zone = 'Asia/Seoul'
    const tenantId = await tenantOf(zone)
    await runAt(zone, '2027-05-01T15:05:00Z')
    expect(await daysOf(tenantId)).toEqual([])
    await runAt(zone, '2027-05-01T15:10:30Z')
    expect(await daysOf(tenantId)).toEqual(['2027-05-02'])
  })

  test('a tenant that came later has no days from before', async () => {
    const zone = 'Asia/Manila'
    const old = await tenantOf(zone)
    const young = await tenantOf(zone)
    await at.owner(`update tenant set created_at = '2027-06-02' where tenant_id = $1`, [young])
    await runAt(zone, '2027-06-01T00:00:00Z')
    await runAt(zone, '2027-06-03T00:00:00Z')
    expect(await daysOf(old)).toEqual(['2027-06-01', '2027-06-02', '2027-06-03'])
    expect(await daysOf(young)).toEqual(['2027-06-02', '2027-06-03'])
  })
})

const errandOf = async (tenantId: string) =>
  (
    await at.owner(
      `select id, type, status, title, subject_id as subject, data from system_errand
       where tenant_id = $1`,
      [tenantId],
    )
  )[0]

describe('of many tenants', () => {
  const zone = 'Europe/Oslo'
  const night = '2027-07-01T00:00:00Z'
  const day = '2027-07-01'

  test('one that fails leaves an errand, by which it is done again; the others are done', async () => {
    const { zone: here, hours } = whereItIs(11)
    const today = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 10)
    const all = [await tenantOf(here), await tenantOf(here), await tenantOf(here)] as const
    const [first, broken, last] = all
    let isBroken = true
    step = async (tenantId) => {
      if (isBroken && tenantId === broken) throw new TypeError('nobody thought of this')
      return nothing
    }
    expect(await runNow(here)).toContain('3 tenants looked at, done for 2, failed for 1')
    for (const id of [first, last]) expect(await runsOf(id)).toMatchObject([{ status: 'DONE' }])
    expect(await runsOf(broken)).toMatchObject([{ day: today, status: 'FAILED', counts: {} }])
    expect(await errandOf(broken)).toMatchObject({
      type: 'JOB',
      status: 'OPEN',
      subject: `${job}/${today}`,
      title: expect.stringContaining(today),
      data: { code: 'INTERNAL', job, asOfDate: today },
    })
    expect(await errandOf(first)).toBe(undefined)
    // Nobody tries by themselves for ever: it waits for a person.
    await runNow(here)
    expect(await runsOf(broken)).toMatchObject([{ status: 'FAILED' }])

    isBroken = false
    const { id } = (await errandOf(broken)) as { id: string }
    const api = callersOf(broken)
    expect((await api.put(`/errands/system/${id}/close`)).body.code).toBe('ERRAND_CAUSE_REMAINS')
    expect((await api.put(`/errands/system/${id}/perform`, {})).status).toBe(200)
    await carried()
    await expect
      .poll(() => runsOf(broken))
      .toMatchObject([{ status: 'DONE', counts: { things: 1 } }])
    await expect.poll(() => errandOf(broken)).toMatchObject({ status: 'RESOLVED' })
  })

  test('two workers that come to the same day do it once for each', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => tenantOf(zone)))
    const called: string[] = []
    step = async (tenantId) => {
      called.push(tenantId)
      return nothing
    }
    await Promise.all([runAt(zone, night), runAt(zone, night), runAt(zone, night)])
    for (const id of ids) {
      expect(await runsOf(id)).toEqual([{ day, status: 'DONE', counts: { things: 1 } }])
      expect(called.filter((each) => each === id)).toHaveLength(1)
    }
  })

  test('a part of the platform that is away is waited for, and nobody is troubled', async () => {
    const id = await tenantOf(zone)
    let tries = 0
    step = async () => {
      if (++tries < 3) throw new Refusal('UNAVAILABLE')
      return nothing
    }
    await runAt(zone, '2027-07-02T00:00:00Z')
    expect(tries).toBeGreaterThan(2)
    expect(await errandOf(id)).toBe(undefined)
    expect((await runsOf(id)).at(-1)).toMatchObject({ status: 'DONE' })
  })

  test('asked for by a person it is done for that day and tenant, failed or new, not twice', async () => {
    const [one, other] = [await tenantOf(zone), await tenantOf(zone)]
    const asked = { asOfDate: '2027-08-15', tenantId: one }
    await runAt(zone, '2027-08-20T00:00:00Z', asked)
    await runAt(zone, '2027-08-20T00:00:00Z', asked)
    expect(await runsOf(one)).toEqual([
      { day: '2027-08-15', status: 'DONE', counts: { things: 1 } },
    ])
    expect(await runsOf(other)).toEqual([])
    await runAt(zone, '2027-08-20T00:00:00Z', { asOfDate: '2027-08-21' })
    expect(await runsOf(other)).toEqual([])
  })

  test('a thousand with nothing to do cost statements by the page, and no unit at all', async () => {
    const wide = 'Europe/Vienna'
    const id = await tenantOf(wide)
    const columns = await at.owner(
      `select attname as name from pg_attribute where attrelid = 'tenant'::regclass
       and attnum > 0 and not attisdropped`,
    )
    const names = columns.map(({ name }) => `"${String(name)}"`)
    const values = names.map((name) =>
      name === '"tenant_id"' ? `tenant_id || lpad(n::text, 4, '0')` : name,
    )
    await at.owner(
      `insert into tenant (${names.join()}) select ${values.join()}
       from tenant, generate_series(1, 1000) n where tenant_id = $1`,
      [id],
    )
    wanted = dueJob.wanted
    const [units, pages] = [at.sent(), across.sent]
    const said = await runAt(wide, night)
    expect(said).toContain('1001 tenants looked at, done for 0, failed for 0')
    expect(at.sent() - units).toBe(0)
    // Two plans, and for each of three pages one to claim and one to look.
    expect(across.sent - pages).toBe(8)
    const [kept] = await at.owner(
      `select count(*)::int as n from job_run r join tenant t using (tenant_id)
       where t.time_zone = $1 and r.status = 'DONE' and r.as_of_date = $2`,
      [wide, day],
    )
    expect(kept).toEqual({ n: 1001 })
  })
})
