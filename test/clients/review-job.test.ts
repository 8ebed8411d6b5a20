import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { errandsOf, jobDone } from '../support/jobs.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world } from '../support/world.ts'

const at = await world()
const tenant = await tenantIn(at)
const today = await tenant.work((unit) => unit.today())
const path = (id: string) => `/clients/${id}/settings/compliance`

async function approved(nextReviewAt: string): Promise<string> {
  const id = await clientIn(tenant)
  const answer = await tenant.api.put(path(id), { kycStatus: 'APPROVED', nextReviewAt })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return id
}

const about = async (id: string) =>
  (await errandsOf(at, tenant, 'KYC')).filter(({ subject }) => subject === id)
const job = (day: string) => jobDone(at, tenant, 'kyc.review', day)

test('whose approval is about to end is asked for once, and again when the next is over', async () => {
  const day = plusDays(today, 100)
  const [id, later] = [await approved(day), await approved(plusDays(day, 1))]
  const pending = await clientIn(tenant)
  await tenant.api.put(path(pending), { kycStatus: 'PENDING', nextReviewAt: today })
  expect(await job(plusDays(day, -15))).toMatchObject({ status: 'DONE' })
  expect(await about(id)).toMatchObject([{ status: 'RESOLVED' }])
  expect(await job(plusDays(day, -14))).toMatchObject({ status: 'DONE', counts: { asked: 1 } })
  expect(await about(id)).toMatchObject([{ status: 'OPEN', data: { nextReviewAt: day } }])
  expect(await about(later)).toMatchObject([{ status: 'RESOLVED' }])
  expect(await about(pending)).toMatchObject([{ title: expect.stringContaining('Find out who') }])
  // Cut off after its chunk, or a day later, it asks for nobody twice.
  expect(await job(plusDays(day, -13))).toMatchObject({ counts: { asked: 1 } })
  expect(await about(later)).toMatchObject([{ status: 'OPEN' }])
  expect(await about(id)).toHaveLength(1)
  expect((await tenant.api.put(path(id), { nextReviewAt: plusDays(day, 365) })).status).toBe(200)
  expect(await about(id)).toMatchObject([{ status: 'RESOLVED' }])
  await tenant.api.put(path(later), { kycStatus: 'DENIED' })
  expect(await about(later)).toMatchObject([{ status: 'RESOLVED' }])
  expect(await job(plusDays(day, 1))).toMatchObject({ status: 'DONE' })
  expect(await about(id)).toMatchObject([{ status: 'RESOLVED' }])
  await job(plusDays(day, 360))
  expect(await about(id)).toMatchObject([{ status: 'OPEN' }])
})

test('it is not looked for where nobody’s approval ends, nor in a client that is closed', async () => {
  const other = await tenantIn(at, 'Nobody')
  const clientId = await clientIn(other)
  const body = { kycStatus: 'APPROVED', nextReviewAt: today }
  expect((await other.api.put(path(clientId), body)).status).toBe(200)
  await at.owner(`update client set status = 'CLOSED' where id = $1`, [clientId])
  expect(await jobDone(at, other, 'kyc.review', today)).toMatchObject({ counts: { asked: 0 } })
})
