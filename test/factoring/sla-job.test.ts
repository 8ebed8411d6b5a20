import { beforeAll, expect, test } from 'vitest'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { worldWithTenant } from '../support/world.ts'
import { activated, asked, financedClient } from './ground.ts'

const { at, tenant } = await worldWithTenant()
let clientId: string

beforeAll(async () => {
  clientId = await financedClient(tenant, { terms: { manualControl: true } })
  const coreStatus = 'WAITING'
  const made = [
    await tenant.api.post('/credit-decision-status', { coreStatus, name: 'Quick', slaHours: 24 }),
    await tenant.api.post('/credit-decision-status', { coreStatus, name: 'Whenever' }),
  ]
  ;[quick, whenever] = made.map(({ body }) => body.number) as [number, number]
})
let quick: number
let whenever: number

const move = async (id: string, subStatusId: number | null) =>
  expect(
    (await tenant.api.put(`/factoring-decisions/${id}/move`, { status: 'WAITING', subStatusId }))
      .status,
  ).toBe(200)

/** The day of the clock, and those after it. */
const day = (n: number) =>
  new Date(at.clock.now.getTime() + n * 86_400_000).toISOString().slice(0, 10)

test('one that waits longer than its sub-status allows is left to people, until it goes on', async () => {
  const [late, free] = [
    await asked(at, tenant, await activated(at, tenant, clientId)),
    await asked(at, tenant, await activated(at, tenant, clientId)),
  ]
  await move(late, quick)
  await move(free, whenever)
  await jobDone(at, tenant, 'decisions.sla', day(0))
  const ofSla = async () =>
    (await errandsOf(at, tenant, 'CREDIT')).filter(({ title }) => /waited longer/.test(`${title}`))
  expect(await ofSla()).toEqual([])
  expect(await jobDone(at, tenant, 'decisions.sla', day(3))).toMatchObject({
    status: 'DONE',
    counts: { late: 1, gone: 0 },
  })
  expect(await ofSla()).toMatchObject([
    { status: 'OPEN', subject: late, data: { slaHours: 24, status: 'Quick' } },
  ])
  expect(await jobDone(at, tenant, 'decisions.sla', day(4))).toMatchObject({
    counts: { late: 0, gone: 0 },
  })
  await move(late, whenever)
  expect(await jobDone(at, tenant, 'decisions.sla', day(5))).toMatchObject({
    counts: { late: 0, gone: 1 },
  })
  expect(await ofSla()).toMatchObject([{ status: 'RESOLVED', subject: late }])
})
