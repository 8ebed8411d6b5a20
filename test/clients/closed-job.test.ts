import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const today = await tenant.work((unit) => unit.today())
const job = (days: number) => jobDone(at, tenant, 'clients.closed', plusDays(today, days))
const about = async (id: string) =>
  (await errandsOf(at, tenant, 'OFFBOARDING')).filter(({ subject }) => subject === id)

async function closed(): Promise<string> {
  const id = await clientIn(tenant)
  for (const status of ['OFFBOARDING', 'CLOSED']) {
    expect((await tenant.api.put(`/clients/${id}`, { status })).status).toBe(200)
  }
  return id
}

test('what comes late to a closed client is told once, until it is opened again', async () => {
  const [id, quiet] = [await closed(), await closed()]
  expect(await job(0)).toMatchObject({ status: 'DONE', counts: { open: 0 } })
  await tenant.api.post('/payments', { amount: '70.00', currency: 'SEK', clientId: id })
  expect(await job(1)).toMatchObject({ counts: { open: 1 } })
  expect(await about(id)).toMatchObject([
    { status: 'OPEN', data: { open: { PAYMENTS_WAITING: expect.any(String) } } },
  ])
  expect(await about(quiet)).toEqual([])
  expect(await job(2)).toMatchObject({ counts: { open: 0 } })
  const { body } = await tenant.api.get(`/errands/system?type=OFFBOARDING&subjectId=${id}`)
  const [errand] = body.data
  const remains = await tenant.api.put(`/errands/system/${errand.id}/close`)
  expect([remains.status, remains.body.code]).toEqual([409, 'ERRAND_CAUSE_REMAINS'])
  expect((await tenant.api.put(`/clients/${id}`, { status: 'OFFBOARDING' })).status).toBe(200)
  expect(await about(id)).toMatchObject([{ status: 'RESOLVED' }])
})
