import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, dayFromNow, financedClient, newDebtor } from './ground.ts'

let at: World
let tenant: TestTenant
const clients: string[] = []
let debtorId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clients.push(await financedClient(tenant), await financedClient(tenant, { limit: '20000' }))
  const debtor = newDebtor()
  const first = await activated(at, tenant, clients[0]!, { debtor })
  await asked(at, tenant, first)
  for (const clientId of [clients[0]!, clients[1]!, clients[1]!]) {
    await asked(at, tenant, await activated(at, tenant, clientId))
  }
  const [row] = await at.owner('select debtor_id as id from invoice where id = $1', [first])
  debtorId = String(row?.['id'])
})
afterAll(() => at.close())

const approved = (count: number, amount: string) => ({
  status: 'DECIDED',
  financeDecision: 'APPROVED',
  count,
  amount,
})
const denied = { status: 'DECIDED', financeDecision: 'DENIED', count: 1, amount: '12500.00' }

test('the decisions of one client and of one debtor are counted by status', async () => {
  const ofClient = await tenant.api.get(`/factoring-decisions/clients/${clients[1]}`)
  expect(ofClient.body).toEqual({
    clientId: clients[1],
    data: [
      {
        currency: 'SEK',
        count: 2,
        amount: '25000.00',
        statuses: [approved(1, '12500.00'), denied],
      },
    ],
  })
  const ofDebtor = await tenant.api.get(`/factoring-decisions/debtors/${debtorId}`)
  expect(ofDebtor.body).toMatchObject({ debtorId, data: [{ count: 1, amount: '12500.00' }] })
  const nobody = `/factoring-decisions/clients/${clients[0]!.slice(0, -4)}0000`
  expect((await tenant.api.get(nobody)).status).toBe(404)
})

test('those of all are searched, filtered and paged', async () => {
  const search = (body: object) => tenant.api.post('/factoring-decisions/clients/search', body)
  const first = await search({ limit: 1 })
  expect(first.body).toMatchObject({ hasMore: true, data: [{ count: 2 }] })
  expect(first.body).not.toHaveProperty('count')
  expect((await search({ limit: 1, count: true })).body.count).toBe(2)
  const next = await search({ limit: 1, cursor: first.body.nextCursor, count: true })
  expect(next.body.count).toBe(2)
  expect(next.body).toMatchObject({ hasMore: false, nextCursor: null })
  const both = [first.body.data[0].clientId, next.body.data[0].clientId]
  expect(both).toEqual(clients.toSorted())
  const only = await search({ filters: { financeDecision: ['DENIED'], clientId: clients } })
  expect(only.body.data).toEqual([
    { clientId: clients[1], currency: 'SEK', count: 1, amount: '12500.00', statuses: [denied] },
  ])
  const elsewhere = await search({
    limit: 2,
    cursor: first.body.nextCursor,
    filters: { status: 'PENDING' },
  })
  expect(elsewhere.body.code).toBe('CURSOR_INVALID')
  expect((await search({ filters: { nonsense: 1 } })).status).toBe(400)
  const debtors = await tenant.api.post('/factoring-decisions/debtors/search', {})
  expect(debtors.body.data).toHaveLength(4)
  const ofOne = await tenant.api.post('/factoring-decisions/debtors/search', {
    filters: { clientId: clients[1] },
  })
  expect(ofOne.body.data).toHaveLength(2)
  expect((await search({ filters: { debtorId } })).body.data).toMatchObject([{ count: 1 }])
  const daily = await tenant.api.post('/factoring-decisions/debtors/daily/search', {
    count: true,
    filters: { clientId: undefined, status: 'DECIDED' },
  })
  expect(daily.body.count).toBe(daily.body.data.length)
})

test('single ones are found by what was decided', async () => {
  const { body } = await tenant.api.post('/factoring-decisions/invoices/search', {
    filters: { financeDecision: 'DENIED' },
    count: true,
  })
  expect(body).toMatchObject({ count: 1, data: [{ financeDecision: 'DENIED' }] })
})

test('by day as well, in the zone of the tenant', async () => {
  const yesterday = `${dayFromNow(at, -1)}T23:30:00Z`
  const [moved] = await at.owner(
    `update factoring_decision set requested_at = $2
     where id = (select id from factoring_decision where client_id = $1 order by id desc limit 1)
     returning id`,
    [clients[0], yesterday],
  )
  expect(moved).toBeDefined()
  await at.owner(
    `update factoring_decision set requested_at = $2::timestamptz - interval '3 days'
     where id = (select id from factoring_decision where client_id = $1 order by id limit 1)`,
    [clients[0], yesterday],
  )
  const daily = await tenant.api.post('/factoring-decisions/clients/daily/search', {
    filters: { clientId: clients[0] },
  })
  const days = daily.body.data.map(({ day }: { day: string }) => day)
  expect(days).toEqual([dayFromNow(at, -3), dayFromNow(at, 0)])
  const lately = await tenant.api.post('/factoring-decisions/debtors/daily/search', {
    filters: { debtorId, requestedAt: { from: `${dayFromNow(at, -1)}T00:00:00Z` } },
  })
  expect(lately.body.data).toEqual([])
})

test('a client sees its own alone', async () => {
  const bound = await tenant.holding(
    [
      'GetClientCreditDecisionStatus',
      'SearchClientCreditDecisionStatus',
      'SearchInvoiceCreditDecisionStatus',
    ],
    { clientId: clients[0]!, kind: 'CLIENT' },
  )
  expect((await bound.get(`/factoring-decisions/clients/${clients[1]}`)).status).toBe(404)
  const found = await bound.post('/factoring-decisions/clients/search', {})
  expect(found.body.data.map((row: { clientId: string }) => row.clientId)).toEqual([clients[0]])
  const rows = await bound.post('/factoring-decisions/invoices/search', { count: true })
  expect(rows.body.count).toBe(2)
  const names = rows.body.data[0].criteria.map((each: { criterion: string }) => each.criterion)
  expect(names).not.toContain('DEBTOR_BLOCKED')
  const all = await tenant.api.post('/factoring-decisions/invoices/search', {
    filters: { status: 'DECIDED' },
    sort: ['requestedAt'],
  })
  expect(all.body.data).toHaveLength(4)
})
