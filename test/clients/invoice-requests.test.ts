import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { isLater } from '../../src/domain/invoices/extension.ts'
import { traceOf } from '../access/people.ts'
import { activated, newDebtor } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { apiAs, tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let client: Api

const rights = [
  'CreateClientInvoiceRequest',
  'ReadClientInvoiceRequest',
  'UpdateClientInvoiceRequest',
  'CreateClientInvoiceRequestComment',
  'CreateClientInvoiceRequestDocument',
  'DeclineMultipleClientInvoiceRequest',
] as const
const room = '/client-invoice-request'
const pdf = 'JVBERi0xLjQK'

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await clientIn(tenant)
  client = await tenant.holding(rights, { clientId })
})
afterAll(() => at.close())

const invoiceIn = (more: object = {}) => activatedInvoice(tenant, clientId, { ...more })

async function asked(type: string, data: object = {}, invoiceId?: string) {
  const id = invoiceId ?? (await invoiceIn())
  const answer = await client.post(room, { invoiceId: id, type, text: 'Please', data })
  expect([answer.status, answer.body.code]).toEqual([201, undefined])
  return answer.body
}
const answered = (id: string, body: object, by = tenant.api) => by.put(`${room}/${id}`, body)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const statusOf = async (invoiceId: string) =>
  (await tenant.api.get(`/invoices/${invoiceId}`)).body.statuses

describe('a request about an invoice', () => {
  test('is made by a client, answered by the tenant, and does what was asked for', async () => {
    const request = await asked('PAUSE', { until: '2999-01-31' })
    expect(request).toMatchObject({ clientId, type: 'PAUSE', status: 'OPEN', comments: [] })
    const begun = await answered(request.id, { status: 'IN_PROGRESS' })
    expect(begun.body).toMatchObject({ status: 'IN_PROGRESS', decidedBy: null })
    const accepted = await answered(request.id, { status: 'ACCEPTED', comment: 'Of course' })
    expect(accepted.body).toMatchObject({
      status: 'ACCEPTED',
      comments: [{ text: 'Of course', byName: expect.any(String), at: expect.any(String) }],
    })
    expect((await statusOf(request.invoiceId)).main).toBe('PAUSED')
    expect((await answered(request.id, { status: 'DONE' })).body.status).toBe('DONE')
    const { events } = await traceOf(at, request.id)
    expect(events).toEqual(['created', 'begun', 'accepted', 'done'])
    expect((await client.get(`${room}/${request.id}`)).body.status).toBe('DONE')
    const found = await client.post(`${room}/search`, { filters: { status: 'DONE' } })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(request.id)
  })

  test('resumes, stops, extends and credits as people do', async () => {
    const invoiceId = await invoiceIn()
    const done = async (type: string, data: object = {}) => {
      const { id } = await asked(type, data, invoiceId)
      expect(codeOf(await answered(id, { status: 'ACCEPTED' }))).toEqual([200, undefined])
    }
    await done('PAUSE')
    await done('RESUME')
    expect((await statusOf(invoiceId)).main).toBe('ACTIVATED')
    await done('EXTEND_DUE', { dueDate: '2999-03-01' })
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).body.dates.dueDate).toBe('2999-03-01')
    const creditId = await invoiceIn({ type: 'CREDIT_INVOICE' })
    await done('CREDIT', { creditId, amount: '250.00' })
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).body.totals.balance).toBe('1000.00')
    await done('STOP_REMINDERS')
    expect((await statusOf(invoiceId)).main).toBe('STOPPED')
  })

  test('is refused by what it asks for, and nothing changes', async () => {
    const request = await asked('RESUME')
    const answer = await answered(request.id, { status: 'ACCEPTED', comment: 'Done' })
    expect(codeOf(answer)).toEqual([409, 'INVOICE_NOT_PAUSED'])
    expect((await client.get(`${room}/${request.id}`)).body).toEqual(request)
  })

  test('may ask for anything in words, which people do', async () => {
    const { id, invoiceId } = await asked('OTHER')
    const before = await statusOf(invoiceId)
    expect((await answered(id, { status: 'ACCEPTED' })).body.status).toBe('ACCEPTED')
    expect(await statusOf(invoiceId)).toEqual(before)
  })

  test('says what its type needs and nothing else, about a claim of the client', async () => {
    const invoiceId = await invoiceIn()
    const pointerOf = async (body: object) => {
      const answer = await client.post(room, { invoiceId, ...body })
      return [answer.status, answer.body.errors?.[0].pointer]
    }
    expect(await pointerOf({ type: 'EXTEND_DUE' })).toEqual([400, '/data/dueDate'])
    expect(await pointerOf({ type: 'CREDIT' })).toEqual([400, '/data/creditId'])
    expect(await pointerOf({ type: 'RESUME', data: { until: '2999-01-31' } })).toEqual([
      400,
      '/data/until',
    ])
    const theirs = await clientIn(tenant)
    const foreign = await activatedInvoice(tenant, theirs)
    expect(await pointerOf({ type: 'CREDIT', data: { creditId: foreign } })).toEqual([
      404,
      '/data/creditId',
    ])
    expect(await pointerOf({ type: 'PAUSE', invoiceId: foreign })).toEqual([404, '/invoiceId'])
    for (const type of ['WRITE_OFF', 'SEND_TO_COLLECTION', 'RECALL']) {
      const answer = await client.post(room, { invoiceId, type })
      expect(codeOf(answer)).toEqual([409, 'NOT_YET_IN_USE'])
    }
  })

  test('is nobody else’s to see or answer', async () => {
    const { id } = await asked('OTHER')
    const other = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await other.get(`${room}/${id}`)).status).toBe(404)
    expect((await answered(id, { text: 'Mine' }, other)).status).toBe(404)
    expect((await other.get(room)).body.data).toEqual([])
    const stranger = await tenantIn(at, 'Other')
    expect((await stranger.api.get(`${room}/${id}`)).status).toBe(404)
  })
})

describe('a request to pay back', () => {
  const rule = '/system-setting/dualControl.REFUND'

  /** 1,250.00 to the credit of a debtor that has paid 12,500.00 from its account. */
  async function credited() {
    const debtor = newDebtor()
    const claim = await activated(at, tenant, clientId, { debtor })
    const paid = { amount: '12500.00', payerAccount: '5050-1055' }
    expect((await tenant.api.put(`/invoices/${claim}/actions/payment`, paid)).status).toBe(200)
    const price = { quantity: '1', price: '1000.00', vatPercentage: 25 }
    const articleRows = [{ description: 'Back', ...price }]
    return invoiceIn({ debtor, type: 'CREDIT_INVOICE', articleRows })
  }
  const balanceOf = async (id: string) =>
    (await tenant.api.get(`/invoices/${id}`)).body.totals.balance

  test('pays back what it says, or all, once it is accepted', async () => {
    const creditId = await credited()
    const part = await asked('REFUND', { amount: '250.00' }, creditId)
    expect(codeOf(await answered(part.id, { status: 'ACCEPTED' }))).toEqual([200, undefined])
    expect(await balanceOf(creditId)).toBe('-1000.00')
    const rest = await asked('REFUND', {}, creditId)
    expect((await answered(rest.id, { status: 'ACCEPTED' })).body.status).toBe('ACCEPTED')
    expect(await balanceOf(creditId)).toBe('0.00')
    const payouts = await at.owner(
      'select amount from payout where tenant_id = $1 and claim_id = $2 order by id',
      [tenant.id, creditId],
    )
    expect(payouts.map(({ amount }) => String(amount))).toEqual(['25000', '100000'])
    const more = await asked('REFUND', {}, creditId)
    expect(codeOf(await answered(more.id, { status: 'ACCEPTED' }))[1]).toBe('NOTHING_TO_REFUND')
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('takes two people where a refund does, each in words of their own', async () => {
    const creditId = await credited()
    const { id } = await asked('REFUND', {}, creditId)
    expect((await tenant.api.put(rule, { value: 'ALWAYS' })).status).toBe(200)
    const first = await answered(id, { status: 'ACCEPTED', comment: 'Agreed' })
    expect([first.status, first.body.confirmationRequired]).toEqual([202, true])
    expect((await client.get(`${room}/${id}`)).body).toMatchObject({ status: 'OPEN', comments: [] })
    expect(await balanceOf(creditId)).toBe('-1250.00')
    const again = await answered(id, { status: 'ACCEPTED' })
    expect(codeOf(again)).toEqual([409, 'SAME_APPROVER'])
    const lacks = await tenant.holding(['UpdateClientInvoiceRequest'])
    const denied = await answered(id, { status: 'ACCEPTED' }, lacks)
    expect(codeOf(denied)).toEqual([403, 'ACCESS_DENIED'])
    const second = await tenant.holding(['UpdateClientInvoiceRequest', 'RefundInvoice'])
    const done = await answered(id, { status: 'ACCEPTED', comment: 'By me too' }, second)
    expect([done.status, done.body.status]).toEqual([200, 'ACCEPTED'])
    expect(await balanceOf(creditId)).toBe('0.00')
    await tenant.api.put(rule, { value: 'OFF' })
  })
})

describe('who answers a request', () => {
  test('is never the client, nor who asked in its name', async () => {
    const { id } = await asked('PAUSE')
    for (const status of ['IN_PROGRESS', 'ACCEPTED', 'DECLINED']) {
      const answer = await answered(id, { status }, client)
      expect(codeOf(answer)).toEqual([403, 'INVOICE_REQUEST_OF_OWN'])
    }
    const declined = await client.put(`${room}/decline-multiple`, { ids: [id] })
    expect(codeOf(declined)).toEqual([403, 'INVOICE_REQUEST_OF_OWN'])
    const own = await tenant.api.post(room, { invoiceId: await invoiceIn(), type: 'OTHER' })
    expect(codeOf(await answered(own.body.id, { status: 'ACCEPTED' }))).toEqual([
      403,
      'INVOICE_REQUEST_OF_OWN',
    ])
  })

  test('is not who asked by another token, for one request or for several', async () => {
    const may = [...rights, 'GenerateToken'] as const
    const minted = async (by: Api) =>
      apiAs(at, (await by.post('/token/generate', { rights: [...rights] })).body.token)
    const person = await tenant.holding([...may])
    const [one, two] = [await minted(person), await minted(person)]
    const made = await one.post(room, { invoiceId: await invoiceIn(), type: 'OTHER' })
    const { id } = made.body
    for (const same of [one, two, person]) {
      const refused = [403, 'INVOICE_REQUEST_OF_OWN']
      for (const status of ['IN_PROGRESS', 'ACCEPTED', 'DECLINED']) {
        expect(codeOf(await answered(id, { status }, same))).toEqual(refused)
      }
      expect(codeOf(await same.put(`${room}/decline-multiple`, { ids: [id] }))).toEqual(refused)
    }
    const other = await minted(await tenant.holding([...may]))
    expect(codeOf(await answered(id, { status: 'ACCEPTED' }, other))).toEqual([200, undefined])
  })

  test('may do by hand what the request comes to', async () => {
    const { id, invoiceId } = await asked('PAUSE')
    const weaker = await tenant.holding(['UpdateClientInvoiceRequest'])
    const answer = await answered(id, { status: 'ACCEPTED' }, weaker)
    expect(codeOf(answer)).toEqual([403, 'ACCESS_DENIED'])
    expect(answer.body.missingRights).toEqual(['PauseInvoices'])
    expect((await statusOf(invoiceId)).main).toBe('ACTIVATED')
  })

  test('is one of several who accept at once', async () => {
    const creditId = await invoiceIn({ type: 'CREDIT_INVOICE' })
    const { id, invoiceId } = await asked('CREDIT', { creditId, amount: '100.00' })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => answered(id, { status: 'ACCEPTED' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await tenant.api.get(`/invoices/${invoiceId}`)).body.totals.balance).toBe('1150.00')
  })

  test('declines one with a reason, and several at once or none', async () => {
    await tenant.api.post('/reason-code', { code: 'NOT_AGREED', type: 'DENY', text: 'No' })
    const [one, two, three] = [await asked('OTHER'), await asked('OTHER'), await asked('OTHER')]
    const unknown = await answered(one.id, { status: 'DECLINED', reasonCode: 'UNKNOWN' })
    expect(unknown.body.errors[0].pointer).toBe('/reasonCode')
    const single = await answered(one.id, { status: 'DECLINED' })
    expect(single.body).toMatchObject({ status: 'DECLINED', reasonCode: null })
    const mixed = await tenant.api.put(`${room}/decline-multiple`, { ids: [two.id, one.id] })
    expect(codeOf(mixed)).toEqual([409, 'INVOICE_REQUEST_NOT_OPEN'])
    expect((await client.get(`${room}/${two.id}`)).body.status).toBe('OPEN')
    const many = await tenant.api.put(`${room}/decline-multiple`, {
      ids: [three.id, two.id],
      text: 'Not agreed',
    })
    expect(many.body.data).toMatchObject([
      { id: three.id, status: 'DECLINED', comments: [{ text: 'Not agreed' }] },
      { id: two.id, status: 'DECLINED' },
    ])
    expect(codeOf(await answered(two.id, { status: 'ACCEPTED' }))[0]).toBe(409)
  })
})

test('nothing is done by a module that was switched off since', async () => {
  const { id, invoiceId } = await asked('STOP_REMINDERS')
  const key = '/system-setting/modules.reminders.enabled'
  await tenant.api.put(key, { value: false })
  expect(codeOf(await answered(id, { status: 'ACCEPTED' }))).toEqual([404, 'FEATURE_DISABLED'])
  expect((await client.get(`${room}/${id}`)).body.status).toBe('OPEN')
  await tenant.api.put(key, { value: null })
  expect((await answered(id, { status: 'ACCEPTED' })).status).toBe(200)
  expect((await statusOf(invoiceId)).main).toBe('STOPPED')
})

test('a reason is taken where a request is declined, and done is what was accepted', async () => {
  const { id } = await asked('OTHER')
  const reasonCode = 'NO_SUCH_CODE'
  for (const status of ['ACCEPTED', 'IN_PROGRESS', undefined]) {
    const refused = await answered(id, { status, reasonCode })
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ pointer: '/reasonCode', code: 'NOT_OF_MOVE' }],
    ])
  }
  const unknown = await answered(id, { status: 'DECLINED', reasonCode })
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([404, '/reasonCode'])
  const early = await answered(id, { status: 'DONE' })
  expect(codeOf(early)).toEqual([409, 'INVOICE_REQUEST_NOT_ACCEPTED'])
  expect((await tenant.api.get(`${room}/${id}`)).body).toMatchObject({
    status: 'OPEN',
    reasonCode: null,
    version: 1,
  })
})

describe('both sides of a request', () => {
  test('rewrite it while it is open, comment on it, and keep files with it', async () => {
    const { id } = await asked('PAUSE')
    const data = { until: '2999-01-31' }
    expect((await answered(id, { text: 'Until then', data }, client)).body).toMatchObject({
      text: 'Until then',
      data,
    })
    const said = await client.post(`${room}/${id}/comment`, { text: 'Soon, please' })
    expect([said.status, said.body.comments[0].text]).toEqual([201, 'Soon, please'])
    const kept = await client.post(`${room}/${id}/documents`, { filename: 'a.pdf', content: pdf })
    expect([kept.status, kept.body.ownerType, kept.body.clientId]).toEqual([
      201,
      'INVOICE_REQUEST',
      clientId,
    ])
    const listed = await tenant.api.get(`/documents?ownerId=${id}`)
    expect(listed.body.data).toMatchObject([{ id: kept.body.id, debtorId: null }])
    await answered(id, { status: 'DECLINED' })
    const late = await answered(id, { text: 'Changed' }, client)
    expect(codeOf(late)).toEqual([409, 'INVOICE_REQUEST_NOT_OPEN'])
  })

  test('ask in their own words, which the other does not change', async () => {
    const request = await asked('PAUSE', { until: '2999-01-31' })
    const refused = [403, 'INVOICE_REQUEST_OF_OTHERS']
    const later = { status: 'ACCEPTED', data: { until: '2999-12-31' } }
    for (const body of [{ text: 'Never' }, later, { comment: 'Well', data: {} }]) {
      expect(codeOf(await answered(request.id, body))).toEqual(refused)
    }
    expect((await client.get(`${room}/${request.id}`)).body).toEqual(request)
    const body = { invoiceId: request.invoiceId, type: 'OTHER', text: 'They called' }
    const { id } = (await tenant.api.post(room, body)).body
    expect(codeOf(await answered(id, { text: 'We did not' }, client))).toEqual(refused)
    expect((await answered(id, { text: 'They wrote' })).body.text).toBe('They wrote')
    const colleague = await tenant.holding(rights, { clientId })
    expect((await answered(request.id, { text: 'Ours' }, colleague)).status).toBe(200)
  })

  test('say no more than a request can hold', async () => {
    const { id } = await asked('OTHER')
    const one = { text: 'x', by: 'platform', byName: 'x', at: '2026-11-25T00:00:00.000Z' }
    await at.owner('update client_invoice_request set comments = $2 where id = $1', [
      id,
      JSON.stringify(Array.from({ length: 200 }, () => one)),
    ])
    const answer = await client.post(`${room}/${id}/comment`, { text: 'One more' })
    expect(codeOf(answer)).toEqual([409, 'INVOICE_REQUEST_COMMENTS_FULL'])
  })
})

test('requests are taken from a client as long as it and its tenant choose so', async () => {
  const somebody = await tenantIn(at, 'Third')
  const theirs = await clientIn(somebody)
  const api = await somebody.holding(rights, { clientId: theirs })
  const enabled = async () => (await api.get(`${room}/enabled`)).body
  expect(await enabled()).toEqual({ enabled: true })
  const ofTenant = { value: false }
  await somebody.api.put('/system-setting/invoice.requestsEnabled', ofTenant)
  expect(await enabled()).toEqual({ enabled: false })
  const invoiceId = await createdInvoice(somebody, theirs)
  const refused = await api.post(room, { invoiceId, type: 'OTHER' })
  expect(codeOf(refused)).toEqual([409, 'INVOICE_REQUESTS_DISABLED'])
  await somebody.api.put(`/clients/${theirs}/settings/invoice`, { requestsEnabled: true })
  expect(await enabled()).toEqual({ enabled: true })
  expect((await somebody.api.get(`${room}/enabled`)).body).toEqual({ enabled: false })
  expect((await somebody.api.get(`${room}/enabled?clientId=${theirs}`)).body.enabled).toBe(true)
  expect((await api.get(`${room}/enabled?clientId=${clientId}`)).body.enabled).toBe(false)
  expect((await api.post(room, { invoiceId, type: 'OTHER' })).status).toBe(201)
})

test('a request to extend is for a later day alone', async () => {
  const invoiceId = await invoiceIn()
  const dueOf = async () => (await tenant.api.get(`/invoices/${invoiceId}`)).body.dates.dueDate
  const due = await dueOf()
  const today = (await tenant.work((unit) => unit.today())) as string
  expect(due > today).toBe(true)
  for (const dueDate of [due, plusDays(due, -1), plusDays(today, -1)]) {
    const { id } = await asked('EXTEND_DUE', { dueDate }, invoiceId)
    const answer = await answered(id, { status: 'ACCEPTED' })
    expect(codeOf(answer)).toEqual([409, 'DUE_DATE_NOT_LATER'])
    expect((await client.get(`${room}/${id}`)).body.status).toBe('OPEN')
  }
  expect(await dueOf()).toBe(due)
  const { id } = await asked('EXTEND_DUE', { dueDate: '2999-03-01' }, invoiceId)
  expect((await answered(id, { status: 'ACCEPTED' })).status).toBe(200)
  expect(await dueOf()).toBe('2999-03-01')
})

test.each([
  ['2026-12-01', '2026-12-02', true],
  ['2026-12-01', '2026-12-01', false],
  ['2026-12-01', '2026-11-30', false],
  ['2026-11-20', '2026-11-25', false],
  ['2026-11-20', '2026-11-26', true],
  [null, '2026-11-26', true],
  ['2026-12-01', null, false],
])('what is due on %s is extended to %s on 2026-11-26: %s', (before, after, is) => {
  expect(isLater(before, after, '2026-11-26')).toBe(is)
})
