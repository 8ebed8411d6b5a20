import { afterAll, beforeAll, expect, test } from 'vitest'
import { activated, asked, dayFromNow, financedClient, newDebtor } from '../factoring/ground.ts'
import { besideId } from '../support/ids-inside.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clients: string[]
let number: string
let claims: string[]
const debtor = newDebtor()

/** One company with a claim of each of two clients, one of them bought. */
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clients = [await financedClient(tenant), await financedClient(tenant)].toSorted()
  number = String(debtor['identificationNumber'])
  claims = []
  for (const [n, clientId] of clients.entries()) {
    const dates = { invoiceDate: dayFromNow(at, -9 - n), expireDate: dayFromNow(at, 25 + n) }
    claims.push(await activated(at, tenant, clientId, { debtor, dates }))
  }
  await asked(at, tenant, claims[0]!)
})
afterAll(() => at.close())

const path = (rest: string) => `/system-debtors/${number}${rest}`
const systemDebtorId = async () => (await tenant.api.get(path(''))).body.id

test('its clients and what it owes each are listed page by page', async () => {
  const { body } = await tenant.api.get(path('/clients'))
  expect(body.data).toMatchObject([
    {
      clientId: clients[0],
      owed: [{ currency: 'SEK', invoices: 1, open: '12500.00', financed: '12500.00' }],
    },
    {
      clientId: clients[1],
      owed: [{ currency: 'SEK', open: '12500.00', overdue: '0.00', financed: '0.00' }],
    },
  ])
  const first = await tenant.api.get(path('/clients?limit=1'))
  expect(first.body.data).toEqual(body.data.slice(0, 1))
  const rest = await tenant.api.get(path(`/clients?limit=1&cursor=${first.body.nextCursor}`))
  expect(rest.body).toEqual({ data: body.data.slice(1), hasMore: false, nextCursor: null })
  const other = await tenant.api.get(path('/clients?limit=1&cursor=nonsense'))
  expect([other.status, other.body.code]).toEqual([400, 'CURSOR_INVALID'])
})

test('its invoices are summed by currency', async () => {
  const { body } = await tenant.api.get(path('/invoice-summary'))
  expect(body.data).toEqual([
    {
      currency: 'SEK',
      invoices: 2,
      open: '25000.00',
      overdue: '0.00',
      financed: '12500.00',
      averageDaysToPay: null,
      averageDaysLate: null,
    },
  ])
  await at.owner(
    `update invoice set due_date = $2, closed_date = null where tenant_id = $1 and id = $3`,
    [tenant.id, dayFromNow(at, -1), claims[1]],
  )
  const late = await tenant.api.get(path('/invoice-summary'))
  expect(late.body.data[0].overdue).toBe('12500.00')
})

test('its financial events are those of all its debtors, and a debtor’s its own', async () => {
  const all = await tenant.api.get(path('/financial-events'))
  expect(all.body.data.map(({ claimId }: { claimId: string }) => claimId)).toEqual(
    expect.arrayContaining(claims),
  )
  const search = path('/financial-events/search')
  const filters = { clientId: clients[1], type: 'INVOICE_BOOKED' }
  const found = await tenant.api.post(search, { filters })
  expect(found.body.data).toMatchObject([{ claimId: claims[1], amount: '12500.00' }])
  const [first] = found.body.data
  const ofDebtor = `/debtors/${first.debtorId}/financial-events`
  expect((await tenant.api.get(ofDebtor)).body.data).toEqual([first])
  expect((await tenant.api.post(`${ofDebtor}/search`, { filters })).body.data).toEqual([first])
  const bound = await tenant.holding(['ReadDebtorFinancialEvents', 'SearchDebtorFinancialEvents'], {
    clientId: clients[1]!,
  })
  expect((await bound.get(ofDebtor)).body.data).toEqual([first])
  expect((await bound.get(path('/financial-events'))).status).toBe(404)
  expect((await bound.post(search, {})).status).toBe(404)
})

test('its history tells payments, lateness, limits, ratings and blocks, the latest first', async () => {
  const id = await systemDebtorId()
  const limit = `/system-debtor-credit-status/system-debtor/${id}`
  await tenant.api.put(limit, { currency: 'SEK', creditLimit: '90000.00' })
  await tenant.api.put(path(''), { ratingInternal: 'B' })
  await tenant.api.post('/debtor-blocked', { identificationNumber: number, countryCode: 'SE' })
  await at.owner(
    `insert into financial_event select (jsonb_populate_record(e, jsonb_build_object(
       'id', ${besideId('e.id', '99')}, 'type', 'PAYMENT', 'amount', -100000, 'source_key', 'paid',
       'book_date', $3::date, 'value_date', $3::date))).* from financial_event e
     where tenant_id = $1 and claim_id = $2 and type = 'INVOICE_BOOKED'`,
    [tenant.id, claims[1], dayFromNow(at, 2)],
  )
  await at.owner(
    `update invoice_ledger_event set status = 'DONE', planned_date = $3, done_date = $3
     where tenant_id = $1 and invoice_id = $2 and type = 'OVERDUE'`,
    [tenant.id, claims[1], dayFromNow(at, 0)],
  )
  const { body } = await tenant.api.get(`/system-debtor/events?systemDebtorId=${id}`)
  const types = body.data.map(({ type }: { type: string }) => type)
  expect(types[0]).toBe('PAYMENT')
  expect(types.slice(1).toSorted()).toEqual(['BLOCK', 'CREDIT_CHANGE', 'LATE', 'LIMIT_CHANGE'])
  expect(body.data[0]).toMatchObject({ amount: '1000.00', claimId: claims[1] })
  const pages: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await tenant.api.post('/system-debtor/events/search', {
      filters: { systemDebtorId: id },
      limit: 2,
      ...(cursor !== '' && { cursor }),
    })
    pages.push(...page.body.data)
    cursor = page.body.nextCursor
  }
  expect(pages).toEqual(body.data)
  for (const event of body.data.slice(1)) {
    expect((await tenant.api.get(`/system-debtor/events/${event.id}`)).body).toEqual(event)
  }
  const late = await tenant.api.get(
    `/system-debtor/events?type=LATE&date.from=${dayFromNow(at, 0)}`,
  )
  expect(late.body.data).toHaveLength(1)
  const behaviour = await tenant.api.post('/system-debtor/events/payments/search', {
    identificationNumber: number,
    date: { from: dayFromNow(at, -30), to: dayFromNow(at, 30) },
  })
  expect(behaviour.body.data).toEqual([
    { currency: 'SEK', payments: 1, amount: '1000.00', averageDaysLate: 3, onTime: 0 },
  ])
  const wrong = await tenant.api.post('/system-debtor/events/payments/search', {
    identificationNumber: number,
    date: { from: dayFromNow(at, 3), to: dayFromNow(at, 2) },
  })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/date/from'])
  const rights = ['ReadSystemDebtorEvents', 'ReadSystemDebtorEvent'] as const
  const bound = await tenant.holding(rights, { clientId: clients[1]! })
  expect((await bound.get('/system-debtor/events')).status).toBe(404)
  expect((await bound.get(`/system-debtor/events/${body.data[1].id}`)).status).toBe(404)
  const other = await tenantIn(at, 'Other')
  expect((await other.api.get('/system-debtor/events')).body.data).toEqual([])
})

test('what the tenant thinks of it stands in its own projection alone', async () => {
  const { body: group } = await tenant.api.post('/system-debtor-groups', {
    name: 'Concern',
    currency: 'SEK',
    creditLimit: '20000.00',
  })
  const id = await systemDebtorId()
  await tenant.api.post(`/system-debtor-groups/${group.id}/system-debtors`, { systemDebtorId: id })
  const { body } = await tenant.api.get(`/internal-system-debtors/${number}`)
  expect(body).toMatchObject({ id, ratingInternal: 'B', groupId: group.id })
  expect(body.exposure).toEqual([
    {
      currency: 'SEK',
      creditLimit: '90000.00',
      utilised: '12500.00',
      reserved: '0.00',
      available: '7500.00',
    },
  ])
  const filters = { ratingInternal: 'B' }
  const found = await tenant.api.post('/internal-system-debtors/search', { filters })
  expect(found.body.data).toEqual([body])
  expect((await tenant.api.get(path(''))).body.ratingInternal).toBeUndefined()
})

test('its changes are listed by its number', async () => {
  const { body } = await tenant.api.get(`/changelog/system-debtor/${number}`)
  expect(body.data[0].changes).toMatchObject({ ratingInternal: { to: 'B' } })
  const bound = await tenant.holding(['ReadDebtorChangelog'], { clientId: clients[1]! })
  expect((await bound.get(`/changelog/system-debtor/${number}`)).status).toBe(404)
})
