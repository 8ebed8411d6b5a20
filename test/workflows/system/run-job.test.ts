import { describe, expect, test } from 'vitest'
import { job, jobStage, nothing, whereItIs } from './job-stage.ts'

const stage = jobStage()

describe('the schedule of a job', () => {
  test('is one for each zone with a tenant, says what it does, and goes with the last', async () => {
    const zone = 'Pacific/Apia'
    const tenantId = await stage.tenantOf(zone)
    await stage.schedules().provide()
    const made = await stage.scheduleOf(zone).describe()
    expect(made.spec.timezone).toBe(zone)
    expect(made.spec.calendars).toMatchObject([{ hour: [{ start: 0 }], minute: [{ start: 10 }] }])
    expect(made.policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 3 * 86_400_000 })
    expect(made.state.note).toBe(
      'Claims become due and overdue, and pauses that have run out end; every day at 00:10 in Pacific/Apia',
    )
    // What is to be done today is done at once; then it is done for the day.
    await expect.poll(() => stage.runsOf(tenantId)).toMatchObject([{ status: 'DONE' }])

    await stage.schedules().provide()
    const again = await stage.scheduleOf(zone).describe()
    expect(again.info.lastUpdatedAt).toBe(undefined)
    expect(again.info.createdAt).toEqual(made.info.createdAt)

    await stage.at.owner(`update tenant set time_zone = 'Pacific/Auckland' where tenant_id = $1`, [
      tenantId,
    ])
    const keeper = stage.schedules()
    await expect
      .poll(async () => {
        await keeper.provide()
        return (
          (await stage
            .scheduleOf(zone)
            .describe()
            .catch(() => null)) === null
        )
      })
      .toBe(true)
    expect((await stage.scheduleOf('Pacific/Auckland').describe()).state.paused).toBe(false)
  })

  test('of a zone that the engine refuses keeps no other waiting', async () => {
    await stage.tenantOf('aaa/bbb')
    await stage.tenantOf('Asia/Bangkok')
    await stage.schedules().provide()
    expect((await stage.scheduleOf('Asia/Bangkok').describe()).state.paused).toBe(false)
    await stage.at.owner(`update tenant set time_zone = 'Asia/Bangkok' where time_zone = 'aaa/bbb'`)
  })

  test('that is otherwise than the code has it is put right, and stays paused', async () => {
    const zone = 'America/Lima'
    await stage.tenantOf(zone)
    await stage.schedules().provide()
    const handle = stage.scheduleOf(zone)
    await handle.pause('while we move')
    await handle.update(({ state, action, ...rest }) => ({
      ...rest,
      state,
      action: { ...action, memo: { note: 'an earlier one' } },
      spec: { calendars: [{ hour: 5 }], timezone: zone },
    }))
    await stage.schedules().provide()
    const { spec, state } = await handle.describe()
    expect(spec.calendars).toMatchObject([{ hour: [{ start: 0 }], minute: [{ start: 10 }] }])
    expect(state).toMatchObject({ paused: true, note: 'while we move' })
  })
})

/** What the schedule does for times that have passed, as it does after it was away. */
async function passed(zone: string, start: string, end: string): Promise<void> {
  await stage.schedules().provide()
  await stage.scheduleOf(zone).backfill({
    start: new Date(start),
    end: new Date(end),
    overlap: 'BUFFER_ALL',
  })
}

/** The days that a tenant has a row for, without the present ones. */
const earlier = async (tenantId: string) =>
  (await stage.daysOf(tenantId)).filter((day) => String(day) < '2026-11-10')

describe('by its schedule a job is done for the day of the instant that was scheduled', () => {
  test.each([
    ['where an hour is skipped', 'Europe/Stockholm', '2026-03-28', '2026-03-29', '2026-03-30'],
    ['where an hour comes twice', 'Europe/Stockholm', '2026-10-24', '2026-10-25', '2026-10-26'],
    ['where 00:10 comes twice', 'America/Havana', '2026-10-31', '2026-11-01', '2026-11-02'],
    ['on a leap day', 'Australia/Sydney', '2024-02-28', '2024-02-29', '2024-03-01'],
  ])('%s', async (_, zone, ...days) => {
    const tenantId = await stage.tenantOf(zone)
    const called: string[] = []
    stage.chunk = async (id, day) => {
      if (id === tenantId) called.push(day)
      return nothing
    }
    const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
    const [first = '', , last = ''] = days
    const [start, end] = [noon(first) - 86_400_000, noon(last)]
    await passed(zone, new Date(start).toISOString(), new Date(end).toISOString())
    await expect.poll(() => earlier(tenantId)).toEqual(days)
    await expect
      .poll(async () => (await stage.runsOf(tenantId)).every(({ status }) => status === 'DONE'))
      .toBe(true)
    await expect
      .poll(async () => (await stage.scheduleOf(zone).describe()).info.runningActions)
      .toEqual([])
    expect(called.filter((day) => day < '2026-11-10')).toEqual(days)
  })

  test('missed for two days, it is done for each of both, though they come at once', async () => {
    const { zone, hours } = whereItIs(12)
    const tenantId = await stage.tenantOf(zone)
    const called: string[] = []
    stage.chunk = async (_, day) => {
      called.push(day)
      return nothing
    }
    const { client } = stage.temporal
    const dayMs = 86_400_000
    const today = Math.floor((Date.now() - hours * 3_600_000) / dayMs)
    const day = (n: number) => new Date((today + n) * dayMs).toISOString().slice(0, 10)
    await stage.schedules().provide()
    await expect.poll(() => stage.runsOf(tenantId)).toMatchObject([{ day: day(0), status: 'DONE' }])
    const begun = async () => (await stage.scheduleOf(zone).describe()).info.recentActions
    await expect.poll(begun).toHaveLength(1)
    const [first] = await begun()
    await client.workflow.getHandle(first?.action.workflow.workflowId ?? '').result()
    await stage.at.owner('delete from job_run where tenant_id = $1', [tenantId])
    called.length = 0
    // As it is after an outage: both instants come at once, and the second is skipped.
    await client.schedule.getHandle(`job/${job}/${zone}`).backfill({
      start: new Date(Date.now() - 2 * dayMs),
      end: new Date(),
      overlap: 'SKIP',
    })
    await expect
      .poll(() => stage.runsOf(tenantId))
      .toMatchObject([
        { day: day(-1), status: 'DONE' },
        { day: day(0), status: 'DONE' },
      ])
    const { info } = await stage.scheduleOf(zone).describe()
    expect(info.numActionsSkippedOverlap).toBe(1)
    expect(called).toEqual([day(-1), day(0)])
  })
})

describe('by its own clock', () => {
  test('it is done over both changes of the clock and a leap day, each day once', async () => {
    const zone = 'Europe/Helsinki'
    const tenantId = await stage.tenantOf(zone)
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
    for (const night of nights) await stage.runAt(zone, night)
    const madeUp = ['2027-10-29', '2027-10-30', '2028-02-27', '2028-02-28']
    expect(await stage.daysOf(tenantId)).toEqual(
      [...days, ...madeUp, '2028-02-29', '2028-03-01'].toSorted(),
    )
  })

  test('a day on which its time never came is made up for on the next', async () => {
    const zone = 'America/Santiago'
    const tenantId = await stage.tenantOf(zone)
    await stage.runAt(zone, '2027-09-04T04:10:00Z')
    await stage.runAt(zone, '2027-09-06T03:10:00Z')
    expect(await stage.daysOf(tenantId)).toEqual(['2027-09-04', '2027-09-05', '2027-09-06'])
  })

  test('what is missed for longer than three days is not made up for', async () => {
    const zone = 'Asia/Tokyo'
    const tenantId = await stage.tenantOf(zone)
    await stage.runAt(zone, '2027-05-01T00:00:00Z')
    await stage.runAt(zone, '2027-05-10T00:00:00Z')
    expect(await stage.daysOf(tenantId)).toEqual([
      '2027-05-01',
      '2027-05-08',
      '2027-05-09',
      '2027-05-10',
    ])
  })

  test('before the time of the day it is not yet done for it', async () => {
    const zone = 'Asia/Seoul'
    const tenantId = await stage.tenantOf(zone)
    await stage.runAt(zone, '2027-05-01T15:05:00Z')
    expect(await stage.daysOf(tenantId)).toEqual([])
    await stage.runAt(zone, '2027-05-01T15:10:30Z')
    expect(await stage.daysOf(tenantId)).toEqual(['2027-05-02'])
  })

  test('a tenant that came later has no days from before', async () => {
    const zone = 'Asia/Manila'
    const old = await stage.tenantOf(zone)
    const young = await stage.tenantOf(zone)
    await stage.at.owner(`update tenant set created_at = '2027-06-02' where tenant_id = $1`, [
      young,
    ])
    await stage.runAt(zone, '2027-06-01T00:00:00Z')
    await stage.runAt(zone, '2027-06-03T00:00:00Z')
    expect(await stage.daysOf(old)).toEqual(['2027-06-01', '2027-06-02', '2027-06-03'])
    expect(await stage.daysOf(young)).toEqual(['2027-06-02', '2027-06-03'])
  })
})
