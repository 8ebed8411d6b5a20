import { describe, expect, test } from 'vitest'
import { nextTime } from '../../src/activities/automation/times.ts'
import { planAt, runsOf, scheduled } from '../support/schedules.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

const plannedOf = async (id: string) => (await runsOf(at, id)).map((run) => run['planned_at'])
const nextOf = async (id: string) =>
  (await tenant.api.get(`/scheduler/query-report/${id}`)).body.nextRunAt

async function made(now: string, more: object = {}): Promise<string> {
  at.clock.now = new Date(now)
  return scheduled(tenant.api, more)
}

describe('a time that has come', () => {
  test('is made once, whoever comes how often; before it nothing is', async () => {
    const id = await made('2026-11-25T12:00:00Z')
    expect(await planAt(at, tenant, id, '2026-11-26T06:29:59Z')).toEqual({ planned: 0 })
    const both = await Promise.all([
      planAt(at, tenant, id, '2026-11-26T06:30:00Z'),
      planAt(at, tenant, id, '2026-11-26T06:30:01Z'),
    ])
    expect(both.map(({ planned }) => planned).toSorted()).toEqual([0, 1])
    expect(await plannedOf(id)).toEqual(['2026-11-26T06:30:00.000Z'])
    expect(await nextOf(id)).toBe('2026-11-27T06:30:00.000Z')
    const started = await at.owner(
      `select workflow from outbox where workflow_id like $1 || '%' and kind = 'start'`,
      [`run-schedule/${tenant.id}/`],
    )
    expect(started).toEqual([{ workflow: 'runSchedule' }])
    expect((await tenant.api.get(`/scheduler/query-report/${id}`)).body.version).toBe(1)
  })

  test('is half past seven there, before and after clocks change', async () => {
    const id = await made('2026-10-24T12:00:00Z')
    await planAt(at, tenant, id, '2026-10-25T06:31:00Z')
    await planAt(at, tenant, id, '2026-10-26T06:31:00Z')
    const spring = await made('2026-03-28T12:00:00Z')
    await planAt(at, tenant, spring, '2026-03-29T05:31:00Z')
    expect(await plannedOf(id)).toEqual(['2026-10-25T06:30:00.000Z', '2026-10-26T06:30:00.000Z'])
    expect(await plannedOf(spring)).toEqual(['2026-03-29T05:30:00.000Z'])
  })

  test('of the hour that comes twice, or not at all, is made once', async () => {
    const halfPastTwo = { cron: '30 2 * * *' }
    const autumn = await made('2026-10-24T12:00:00Z', halfPastTwo)
    for (const time of ['25T00:30', '25T01:30', '25T23:00', '26T01:30']) {
      const plan = () => planAt(at, tenant, autumn, `2026-10-${time}:00Z`)
      await Promise.all([plan(), plan()])
    }
    expect(await plannedOf(autumn)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
    const spring = await made('2026-03-28T12:00:00Z', halfPastTwo)
    for (const time of ['29T00:59', '29T01:00', '29T01:30', '29T12:00', '30T00:30']) {
      const plan = () => planAt(at, tenant, spring, `2026-03-${time}:00Z`)
      await Promise.all([plan(), plan()])
    }
    expect(await plannedOf(spring)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('comes once where clocks show it twice, and at the end of an hour that they leave out', () => {
    const next = (cron: string, after: string) =>
      nextTime(cron, 'Europe/Stockholm', new Date(after)).toISOString()
    expect(next('30 2 * * *', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(next('30 2 * * *', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
    expect(next('30 2 * * *', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(next('30 2 * * *', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
  })
})

describe('what was missed', () => {
  test('is made up for, each day by itself, for three days', async () => {
    const id = await made('2026-11-16T12:00:00Z')
    await planAt(at, tenant, id, '2026-11-19T12:00:00Z')
    expect(await plannedOf(id)).toEqual([
      '2026-11-17T06:30:00.000Z',
      '2026-11-18T06:30:00.000Z',
      '2026-11-19T06:30:00.000Z',
    ])
    await planAt(at, tenant, id, '2026-11-29T12:00:00Z')
    expect((await plannedOf(id)).slice(3)).toEqual([
      '2026-11-27T06:30:00.000Z',
      '2026-11-28T06:30:00.000Z',
      '2026-11-29T06:30:00.000Z',
    ])
  })

  test('of one day is made up for by its last time alone', async () => {
    const id = await made('2026-11-16T12:00:00Z', { cron: '*/15 * * * *' })
    await planAt(at, tenant, id, '2026-11-18T09:05:00Z')
    expect(await plannedOf(id)).toEqual([
      '2026-11-16T22:45:00.000Z',
      '2026-11-17T22:45:00.000Z',
      '2026-11-18T09:00:00.000Z',
    ])
  })

  test('is not, of a schedule that is switched off, or gone', async () => {
    const id = await made('2026-11-16T12:00:00Z')
    await tenant.api.put(`/scheduler/query-report/${id}`, { enabled: false })
    expect(await planAt(at, tenant, id, '2026-11-20T12:00:00Z')).toEqual({ planned: 0 })
    await tenant.api.delete(`/scheduler/query-report/${id}`)
    const gone = await planAt(at, tenant, id, '2026-11-20T12:00:00Z')
    expect(gone).toEqual({ planned: 0, gone: true })
  })
})
