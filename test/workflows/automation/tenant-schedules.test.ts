import { expect, test } from 'vitest'
import { TenantSchedules } from '../../../src/kernel/relay/tenant-schedules.ts'
import { leaveRefused, settleRefused } from '../../../src/activities/automation/leave-refused.ts'
import { isTimeZone } from '../../../src/domain/time-zones.ts'
import { cronIn, plainCron } from '../../../src/ports/calendar/cron.ts'
import { cronsOf, isTaken } from '../../support/crons.ts'
import { scheduled } from '../../support/schedules.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import { seed } from '../../support/seed.ts'

const { at, tenant, temporal } = await worldWithEngine()
const path = '/scheduler/query-report'

const schedules = new TenantSchedules({
  url: at.installed.relayUrl,
  client: temporal.client,
  log: at.runtime.log,
  leave: (refused) => leaveRefused(at.runtime, refused),
  settle: (tenantId) => settleRefused(at.runtime, tenantId),
})
const handleOf = (id: string) => temporal.client.schedule.getHandle(`schedule/${tenant.id}/${id}`)
const noteOf = async (id: string) => {
  const found = await handleOf(id)
    .describe()
    .catch((error: Error) => error.name)
  return typeof found === 'string' ? found : found.state.note
}
/** What a list of the engine shows comes a moment later than what one asks of one schedule. */
const provided = async (id: string, note: string | undefined) => {
  await expect
    .poll(
      async () => {
        await schedules.provide()
        return noteOf(id)
      },
      { timeout: 30_000 },
    )
    .toBe(note)
}

test('the engine has those that are switched on, as their rows say', async () => {
  const id = await scheduled(tenant.api, { cron: '30 7 * * 7' })
  await provided(id, 'Make a report; 30 7 * * 0 in Europe/Stockholm')
  const { info, action } = await handleOf(id).describe()
  const { nextRunAt } = (await tenant.api.get(`${path}/${id}`)).body
  expect(info.nextActionTimes[0]?.toISOString()).toBe(nextRunAt)
  expect(action).toMatchObject({ workflowType: 'planSchedule', taskQueue: 'rx-bulk' })
  expect(action.args).toEqual([{ tenantId: tenant.id, entityId: id }])

  await tenant.api.put(`${path}/${id}`, { frequency: 'DAILY', at: '06:15', timeZone: 'UTC' })
  await provided(id, 'Make a report; 15 6 * * * in UTC')
  await tenant.api.put(`${path}/${id}`, { enabled: false })
  await provided(id, 'ScheduleNotFoundError')
  await tenant.api.put(`${path}/${id}`, { enabled: true })
  await provided(id, 'Make a report; 15 6 * * * in UTC')

  // As where the engine has lost its store.
  await handleOf(id).delete()
  await provided(id, 'Make a report; 15 6 * * * in UTC')
  await tenant.api.delete(`${path}/${id}`)
  await provided(id, 'ScheduleNotFoundError')
})

const errands = async () =>
  (await tenant.api.get('/errands/system?type=SCHEDULE&sort=createdAt')).body.data

test('one that the engine refuses keeps no other waiting, and is left to people once', async () => {
  const [refused, other] = [await scheduled(tenant.api), await scheduled(tenant.api)]
  await at.owner(`update schedule set time_zone = 'europe/stockholm' where id = $1`, [refused])
  await provided(other, 'Make a report; 30 7 * * * in Europe/Stockholm')
  await schedules.provide()
  const [errand, ...rest] = await errands()
  expect(rest).toEqual([])
  expect(errand).toMatchObject({ status: 'OPEN', version: 1, subjectId: refused })
  expect(errand.data).toMatchObject({ count: 1, ids: [refused] })
  const remains = await tenant.api.put(`/errands/system/${errand.id}/close`, {})
  expect(remains.body.code).toBe('ERRAND_CAUSE_REMAINS')

  await tenant.api.put(`${path}/${refused}`, { timeZone: 'Europe/Stockholm' })
  await provided(refused, 'Make a report; 30 7 * * * in Europe/Stockholm')
  expect(await errands()).toMatchObject([{ id: errand.id, status: 'RESOLVED' }])
  for (const id of [refused, other]) await tenant.api.delete(`${path}/${id}`)
})

/** When the engine would begin it, as far as it tells. */
async function timesIn(cron: string, timezone: string): Promise<string[]> {
  const { schedule } = temporal.client
  const scheduleId = `tried/${Math.random()}`
  const handle = await schedule.create({
    scheduleId,
    spec: { cronExpressions: [cron], timezone },
    action: { type: 'startWorkflow', workflowType: 'none', taskQueue: 'none' },
    state: { paused: true },
  })
  const { info } = await handle.describe()
  await handle.delete()
  return info.nextActionTimes.map((time) => time.toISOString())
}

test(`the engine reads each cron that is taken as we do (SEED=${seed})`, async () => {
  const odd = ['0 7 * * MON-SUN', '0 7 * * 5-sun/2', '0 7 * * sun-sun', '0 7 * * 0-7']
  for (const cron of [...odd, ...cronsOf(seed, 3_000).filter(isTaken).slice(0, 30)]) {
    const times = await timesIn(plainCron(cron), 'UTC')
    const before = new Date(Date.parse(times[0] ?? '') - 1)
    const ours = cronIn(cron, 'UTC').nextRuns(times.length, before)
    expect(times, cron).toEqual(ours.map((time) => time.toISOString()))
  }
})

test('the engine knows every time zone that is taken', async () => {
  const zones = [
    'UTC',
    'Etc/GMT+12',
    'Etc/GMT-14',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'America/Nuuk',
    'Pacific/Kanton',
  ]
  const all = [...zones, ...Intl.supportedValuesOf('timeZone').filter((_, n) => n % 10 === 0)]
  for (const zone of all.filter(isTimeZone)) {
    expect((await timesIn('0 7 * * *', zone)).length, zone).toBeGreaterThan(0)
  }
})
