import { expect, test } from 'vitest'
import { TenantSchedules } from '../../../src/kernel/relay/tenant-schedules.ts'
import { scheduled } from '../../support/schedules.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const { at, tenant, temporal } = await worldWithEngine()
const path = '/scheduler/query-report'

const schedules = new TenantSchedules({
  url: at.installed.relayUrl,
  client: temporal.client,
  log: at.runtime.log,
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
  await provided(id, 'Make a report; 30 7 * * 7 in Europe/Stockholm')
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
