import { describe, expect, test } from 'vitest'
import { grantedBy, raisedBy, raisedFrom as raisedMost } from '../../src/domain/clients/limits.ts'
import { activated, asked, dayFromNow, financedClient, newDebtor } from '../factoring/ground.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type Answered, type Api } from '../support/world.ts'

const at = await world()
const rule = { CREDIT_LIMIT_INCREASE: 'ABOVE:1000', RECOURSE: 'ALWAYS' } as const
const tenant = await tenantIn(at, 'Limits', rule)
const { api } = tenant
const other = await tenant.holding(
  [
    'UpdateClientCreditStatuses',
    'UpdateClientProducts',
    'UpdateSystemDebtorCreditStatus',
    'UpdateSystemDebtorGroups',
    'DeleteSystemDebtorGroupSystemDebtors',
  ],
  { superUser: true },
)

const statusOf = async (clientId: string) =>
  (await api.get(`/credit-statuses?clientId=${clientId}`)).body.data[0]
const codeOf = ({ status, body }: Answered) => [status, body.code]

/** No two things happen at once. */
const passed = () => (at.clock.now = new Date(at.clock.now.getTime() + 1))

/** By two, of whom neither does it alone; what it then is. */
async function byTwo(call: (by: Api) => Promise<Answered>) {
  const first = await call(api)
  expect([first.status, first.body.confirmationRequired]).toEqual([202, true])
  expect(codeOf(await call(api))).toEqual([409, 'SAME_APPROVER'])
  const second = await call(other)
  passed()
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  return second.body
}

const raisedFrom = (day: string, before: object, after: object) =>
  raisedMost(day, before, after, raisedBy)

test('a limit is raised by what it lets through more, and by anything where it goes', () => {
  expect(raisedBy(null, 5n)).toBe(0n)
  expect(raisedBy(5n, 5n)).toBe(0n)
  expect(raisedBy(5n, 7n)).toBe(2n)
  expect(raisedBy(5n, null)).toBe(null)
  // Of a client nothing is financed by itself before there is a limit.
  expect([grantedBy(null, 5n), grantedBy(null, null), grantedBy(5n, 4n)]).toEqual([5n, 0n, 0n])
  const until = (temporaryUntil: string) => ({
    creditLimit: 5n,
    temporaryLimit: 9n,
    temporaryUntil,
  })
  const plain = { creditLimit: 5n }
  expect(raisedFrom('2026-11-22', plain, until('2026-11-23'))).toBe(4n)
  expect(raisedFrom('2026-11-22', until('2026-11-23'), plain)).toBe(0n)
  // For longer is more as well.
  expect(raisedFrom('2026-11-22', until('2026-11-23'), until('2026-12-24'))).toBe(4n)
  expect(raisedFrom('2026-11-22', until('2026-11-23'), until('2026-11-22'))).toBe(0n)
  // A temporary one may be the lower, and what holds after it the higher.
  const low = { creditLimit: 5n, temporaryLimit: 1n, temporaryUntil: '2026-11-30' }
  expect(raisedFrom('2026-11-22', low, { ...low, creditLimit: 6n })).toBe(1n)
  expect(raisedFrom('2026-12-01', until('2026-11-23'), { creditLimit: null })).toBe(null)
})

describe('more credit than before takes two', () => {
  test('of a client, alone or among many; less takes one', async () => {
    const clientId = await clientIn(tenant)
    const { id } = await statusOf(clientId)
    const put = (body: object) => (by: Api) => by.put(`/credit-statuses/${id}`, body)
    const alone = async (body: object) => expect((await put(body)(api)).status).toBe(200)
    expect(await byTwo(put({ creditLimit: '5000' }))).toMatchObject({ creditLimit: '5000.00' })
    await alone({ creditLimit: '6000' })
    expect(await byTwo(put({ creditLimit: '7000.01' }))).toMatchObject({ creditLimit: '7000.01' })
    await alone({ creditLimit: '3000' })
    await byTwo(put({ creditLimit: null }))
    await byTwo(put({ creditLimit: '3000' }))
    const temporary = { temporaryLimit: '9000', temporaryUntil: dayFromNow(at, 9) }
    await byTwo(put(temporary))
    const longer = { ...temporary, temporaryUntil: dayFromNow(at, 19) }
    await byTwo(put(longer))
    await alone({ temporaryLimit: null })
    const many = (by: Api) =>
      by.put('/credit-statuses/multiple-update', { items: [{ id, creditLimit: '9000' }] })
    await byTwo(many)
    expect((await statusOf(clientId)).creditLimit).toBe('9000.00')
    const wrong = await put({ creditLimit: '99999.999' })(api)
    expect(codeOf(wrong)).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('of a client, whose product asks for no limits any more', async () => {
    const clientId = await financedClient(tenant)
    const { body } = await api.get(`/client-products?clientId=${clientId}&family=FINANCING`)
    const [{ id, limitsApply }] = body.data
    expect(limitsApply).toBe(true)
    const put = (sent: object) => (by: Api) => by.put(`/client-products/${id}`, sent)
    await byTwo(put({ limitsApply: false }))
    expect((await put({ limitsApply: false })(api)).status).toBe(200)
    expect((await put({ limitsApply: true })(api)).status).toBe(200)
  })

  test('of a system debtor, and of a group of them', async () => {
    const invoiceId = await createdInvoice(tenant, await clientIn(tenant), { debtor: newDebtor() })
    const { debtorId } = (await api.get(`/invoices/${invoiceId}`)).body
    const { systemDebtorId } = (await api.get(`/debtors/${debtorId}`)).body
    const path = `/system-debtor-credit-status/system-debtor/${systemDebtorId}`
    const set = (creditLimit: string) => (by: Api) => by.put(path, { currency: 'SEK', creditLimit })
    const first = await set('100')(api)
    expect(first.status).toBe(200)
    expect(await byTwo(set('2000'))).toMatchObject({ creditLimit: '2000.00' })
    const own = (creditLimit: string | null) => (by: Api) =>
      by.put(`/system-debtor-credit-status/currency-status/${first.body.id}`, { creditLimit })
    expect((await own('50')(api)).status).toBe(200)
    await byTwo(own(null))
    const group = { name: 'Concern', currency: 'SEK', creditLimit: '100' }
    const { id } = (await api.post('/system-debtor-groups', group)).body
    const change = (body: object) => (by: Api) => by.put(`/system-debtor-groups/${id}`, body)
    expect((await change({ name: 'Other', creditLimit: '90' })(api)).status).toBe(200)
    expect(await byTwo(change({ creditLimit: '5000' }))).toMatchObject({ creditLimit: '5000.00' })
    const members = `/system-debtor-groups/${id}/system-debtors`
    expect((await api.post(members, { systemDebtorId })).status).toBe(201)
    const above = { name: 'All of it', currency: 'SEK', creditLimit: '900' }
    const { id: parentId } = (await api.post('/system-debtor-groups', above)).body
    expect((await change({ parentId })(api)).status).toBe(200)
    await byTwo(change({ parentId: null }))
    const leave = (by: Api) => by.delete(`${members}/${systemDebtorId}`)
    const asked = await leave(api)
    expect([asked.status, codeOf(await leave(api))]).toEqual([202, [409, 'SAME_APPROVER']])
    expect((await leave(other)).status).toBe(204)
    expect((await api.post(members, { systemDebtorId })).status).toBe(201)
    expect((await api.delete(`/system-debtor-groups/${id}`)).status).toBe(202)
    await byTwo(change({ creditLimit: null }))
    expect((await api.delete(`/system-debtor-groups/${id}`)).status).toBe(204)
  })
})

describe('many small steps are one', () => {
  const dayMs = 24 * 60 * 60 * 1000

  test('of a client, since two last agreed, or for a day', async () => {
    const started = at.clock.now
    const { id } = await statusOf(await clientIn(tenant))
    const put = (creditLimit: string) => (by: Api) =>
      by.put(`/credit-statuses/${id}`, { creditLimit })
    const many = (creditLimit: string) => (by: Api) =>
      by.put('/credit-statuses/multiple-update', { items: [{ id, creditLimit }] })
    const alone = async (call: (by: Api) => Promise<Answered>, by = api) => {
      const answer = await call(by)
      passed()
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await byTwo(put('5000'))
    await alone(put('5400'))
    await alone(many('5800'))
    // Whoever takes the next step, and by which way: 1,000 more than two agreed to is alone's most.
    await alone(put('6000'), other)
    await byTwo(many('6000.01'))
    await alone(put('7000'))
    await byTwo(put('7000.02'))
    // What was lowered counts from there for who raises it again, and is no credit for more.
    await alone(put('6500'))
    await alone(put('7500'))
    await byTwo(put('8001'))
    await alone(put('7000'))
    await byTwo(put('8000.01'))
    await alone(put('9000'))
    at.clock.now = new Date(started.getTime() + dayMs - 60_000)
    const later = await tenant.holding(['UpdateClientCreditStatuses'])
    expect((await put('9000.02')(later)).status).toBe(202)
    at.clock.now = new Date(started.getTime() + dayMs + 60_000)
    const next = await tenant.holding(['UpdateClientCreditStatuses'])
    await alone(put('9900'), next)
    expect((await put('10000.01')(next)).status).toBe(202)
    at.clock.now = started
  })

  test('of a system debtor, and of a group', async () => {
    const invoiceId = await createdInvoice(tenant, await clientIn(tenant), { debtor: newDebtor() })
    const { debtorId } = (await api.get(`/invoices/${invoiceId}`)).body
    const { systemDebtorId } = (await api.get(`/debtors/${debtorId}`)).body
    const path = `/system-debtor-credit-status/system-debtor/${systemDebtorId}`
    const set = (creditLimit: string) => (by: Api) => by.put(path, { currency: 'SEK', creditLimit })
    for (const limit of ['100', '600', '1100']) expect((await set(limit)(api)).status).toBe(200)
    await byTwo(set('1100.01'))
    const group = { name: 'Steps', currency: 'SEK', creditLimit: '100' }
    const { id } = (await api.post('/system-debtor-groups', group)).body
    const change = (creditLimit: string) => (by: Api) =>
      by.put(`/system-debtor-groups/${id}`, { creditLimit })
    for (const limit of ['500', '1100']) expect((await change(limit)(api)).status).toBe(200)
    await byTwo(change('1101'))
  })
})

test('a claim goes back to its client by two where the tenant has it so', async () => {
  const clientId = await financedClient(tenant, { terms: { recourse: true, recourseDays: 10 } })
  await api.post('/reason-code', { code: 'FRAUD', type: 'DISPUTE', name: 'Not delivered' })
  const claim = await activated(at, tenant, clientId)
  await asked(at, tenant, claim)
  const path = `/invoice-refinancing/${claim}/use-recourse`
  expect(codeOf(await api.put(path, {}))).toEqual([409, 'RECOURSE_NOT_DUE'])
  await byTwo((by) => by.put(path, { reasonCode: 'FRAUD' }))
  expect((await api.get(`/invoices/${claim}`)).body.statuses.financing).toBe('RECOURSED')
})
