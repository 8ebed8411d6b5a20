import { afterAll, beforeEach, expect, test } from 'vitest'
import { driftsOf } from '../support/books.ts'
import { jobDone } from '../support/jobs.ts'
import { tenantIn, world, type Answered, type Api, type TestTenant } from '../support/world.ts'
import { activated, asked, financedClient } from './ground.ts'

// Recourse that many take at once, or that is about something else by the time it is agreed to.
const at = await world({ connections: 8 })
const started = at.clock.now
const terms = { recourse: true, recourseDays: 10 }
let tenant: TestTenant
let clientId: string
afterAll(() => at.close())

async function staged(rules?: Parameters<typeof tenantIn>[2]) {
  at.clock.now = started
  tenant = await tenantIn(at, 'Raced', rules)
  clientId = await financedClient(tenant, { terms })
}
beforeEach(() => staged())

async function bought(): Promise<{ id: string; day: string }> {
  const id = await activated(at, tenant, clientId)
  await asked(at, tenant, id)
  const [row] = await at.owner('select recourse_date::text as day from invoice where id = $1', [id])
  return { id, day: String(row!['day']) }
}
const run = (day: string) => jobDone(at, tenant, 'factoring.recourse', day)
const on = (day: string) => (at.clock.now = new Date(`${day}T08:00:00Z`))

const errandOf = async (id: string) =>
  (
    await at.owner(
      `select id_text(id) as id, status from system_errand where tenant_id = $1 and subject_id = $2`,
      [tenant.id, id],
    )
  )[0]!
const perform = (by: Api, errand: Record<string, unknown>, body = {}) =>
  by.put(`/errands/system/${String(errand['id'])}/perform`, body)
const recourses = async (id: string) =>
  (await at.owner(`select 1 from financial_event where claim_id = $1 and type = 'RECOURSE'`, [id]))
    .length
const codeOf = ({ status, body }: Answered) => [status, body.code]

test('eight who take it at once take it once', async () => {
  const { id, day } = await bought()
  await run(day)
  on(day)
  const errand = await errandOf(id)
  const all = await Promise.all(Array.from({ length: 8 }, () => perform(tenant.api, errand)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.every(({ status }) => [200, 409, 503].includes(status))).toBe(true)
  expect(await recourses(id)).toBe(1)
  expect(await errandOf(id)).toMatchObject({ status: 'RESOLVED' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('the job, a person and a payment at once leave one of them to stand, and no errand', async () => {
  const settings = { settings: { 'factoring.autoRecourse': true } }
  await tenant.api.put(`/settings/client/${clientId}`, settings)
  const all = [await bought(), await bought(), await bought()]
  const { day } = all[0]!
  on(day)
  const amount = { amount: '12500.00', currency: 'SEK' }
  await Promise.all([
    run(day),
    ...all.flatMap(({ id }) => [
      tenant.api.put(`/invoice-refinancing/${id}/use-recourse`, {}),
      tenant.api.put(`/invoices/${id}/actions/payment`, amount),
    ]),
  ])
  for (const { id } of all) {
    expect(await recourses(id)).toBeLessThanOrEqual(1)
    const [open] = await at.owner(
      `select 1 from system_errand where tenant_id = $1 and subject_id = $2 and status = 'OPEN'`,
      [tenant.id, id],
    )
    expect(open).toBe(undefined)
  }
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('what was paid in part since is agreed to anew, and what was paid not at all', async () => {
  await staged({ RECOURSE: 'ALWAYS' })
  const { id, day } = await bought()
  await run(day)
  on(day)
  const errand = await errandOf(id)
  const second = await tenant.holding(['PerformSystemErrands', 'RefinanceInvoice'])
  expect((await perform(tenant.api, errand)).status).toBe(202)
  const pay = (amount: string) => tenant.api.put(`/invoices/${id}/actions/payment`, { amount })
  expect((await pay('2500.00')).status).toBe(200)
  const anew = await perform(second, errand)
  expect([anew.status, typeof anew.body.renews]).toEqual([202, 'string'])
  expect(await recourses(id)).toBe(0)
  expect((await pay('10000.00')).status).toBe(200)
  expect(codeOf(await perform(tenant.api, errand))).toEqual([409, 'ERRAND_NOT_OPEN'])
  expect(await recourses(id)).toBe(0)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('no other errand leads to recourse that is not due, nor anybody who does not see the client', async () => {
  const { id, day } = await bought()
  await run(day)
  on(day)
  const errand = await errandOf(id)
  const rights = ['PerformSystemErrands', 'RefinanceInvoice'] as const
  const elsewhere = await financedClient(tenant, { terms })
  const bound = await tenant.holding(rights, { kind: 'CLIENT', clientId: elsewhere })
  expect(codeOf(await perform(bound, errand))).toEqual([404, 'NOT_FOUND'])
  const own = await tenant.holding(rights, { kind: 'CLIENT', clientId })
  expect((await perform(own, errand)).status).toBeGreaterThanOrEqual(403)
  const stranger = await tenantIn(at, 'Stranger')
  expect(codeOf(await perform(stranger.api, errand))).toEqual([404, 'NOT_FOUND'])
  expect(await recourses(id)).toBe(0)
  at.clock.now = started
  const early = await bought()
  const [other] = await at.owner(
    `insert into system_errand (tenant_id, id, type, subject_type, subject_id, severity, status,
       title, data, dedupe_key, version, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'DISTRIBUTION', 'Invoice', $2, severity, 'OPEN', 'Other',
       '{}', 'other', 1, now(), now() from system_errand where tenant_id = $1 limit 1
     returning id_text(id) as id`,
    [tenant.id, early.id],
  )
  const body = { action: 'TAKE_RECOURSE' }
  const refused = await perform(tenant.api, other!, body)
  expect(refused.status, JSON.stringify(refused.body)).toBeGreaterThanOrEqual(400)
  expect(await recourses(early.id)).toBe(0)
})

test('ten who raise a limit at once raise it by no more than one of them might', async () => {
  await staged({ CREDIT_LIMIT_INCREASE: 'ABOVE:1000' })
  const { id } = (await tenant.api.get(`/credit-statuses?clientId=${clientId}`)).body.data[0]
  const raise = (n: number) =>
    tenant.api.put(`/credit-statuses/${id}`, { creditLimit: String(1_000_000 + 900 * n) })
  const all = await Promise.all(Array.from({ length: 10 }, (_, n) => raise(n + 1)))
  expect(all.every(({ status }) => [200, 202, 409, 503].includes(status))).toBe(true)
  const { creditLimit } = (await tenant.api.get(`/credit-statuses?clientId=${clientId}`)).body
    .data[0]
  expect(['1000000.00', '1000900.00']).toContain(creditLimit)
})
