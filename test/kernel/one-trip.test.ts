import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice } from '../../src/activities/invoices/create-invoice.ts'
import type { InvoiceSent } from '../../src/domain/invoices/invoice-sent.ts'
import { buildApp } from '../../src/kernel/http/app.ts'
import { areas } from '../../src/operations.ts'
import { Answers, question } from '../../src/ports/database/answers.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { NotKnown, Trip } from '../../src/ports/database/trip.ts'
import { masked, rowsOf } from '../support/masked.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { clientIn, invoiceBody } from '../support/trade.ts'
import { apiAs, tenantIn, world, type Answered, type Api, type World } from '../support/world.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Somebody with a client, and what to call for them. */
async function caller(way: 'one trip' | 'step by step') {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const kernel = { ...at.kernel, stepByStep: true as const }
  const there = way === 'one trip' ? at : { ...at, app: buildApp(areas, kernel) }
  const as = (token: string) => apiAs(there, token)
  return { tenant, clientId, as, api: as(tenant.api.token) }
}

type Caller = Awaited<ReturnType<typeof caller>>

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    description: `Row "${n}" \\ {å}`,
    quantity: '1.5',
    price: '10.10',
    vatPercentage: 25,
    accountNumber: `300${n}`,
  }))

const sent = (clientId: string, invoiceNumber: string, more: object = {}) => ({
  ...invoiceBody(),
  clientId,
  invoiceNumber,
  ...more,
})

/** What callers send one after the other, with and without a key, good and bad. */
async function everything({ tenant, clientId, as, api }: Caller): Promise<Answered[]> {
  const answers: Answered[] = []
  const post = async (body: object, headers = {}, by: Api = api) =>
    answers.push(await by.post('/invoices', body, headers))
  const key = (name: string) => ({ 'idempotency-key': name })
  for (let n = 0; n < 3; n++) await post(sent(clientId, `A${n}`))
  for (let n = 0; n < 3; n++) await post(sent(clientId, `B${n}`, { articleRows: rows(3) }))
  for (let n = 0; n < 2; n++) await post(sent(clientId, 'KEY'), key('one'))
  await post(sent(clientId, 'KEY2'), key('one'))
  await post(sent(clientId, 'A1'))
  for (let n = 0; n < 2; n++) await post(sent(clientId, 'A1'), key('refused'))
  await post(sent(clientId, 'A1', { type: 'CREDIT_NOTE' }))
  await post(sent(clientId, 'NONE', { articleRows: [] }))
  await post(sent('C.06D7ZCEWYHZ8N17900207H8PR4', 'NOBODY'))
  await post(sent(clientId, 'DATES', { dates: { invoiceDate: '2026-11-02' } }))
  await post(sent(clientId, 'EUR', { currency: { invoiceCurrency: 'EUR' } }))
  const changed = { customerNumber: '1042', name: 'Nordic Wood AB', type: 'COMPANY' }
  for (let n = 0; n < 2; n++) await post(sent(clientId, `C${n}`, { debtor: changed }))
  const bound = as((await tenant.holding(['CreateInvoices'], { kind: 'CLIENT', clientId })).token)
  for (let n = 0; n < 3; n++) {
    await post({ ...invoiceBody(), invoiceNumber: `D${n}`, debtor: changed }, {}, bound)
  }
  await post(sent(clientId, 'WEAK'), {}, as((await tenant.holding(['ReadInvoices'])).token))
  const many = Array.from({ length: 8 }, (_, n) =>
    api.post('/invoices', sent(clientId, `E${n}`, { debtor: changed })),
  )
  answers.push(...(await Promise.all(many)))
  answers.push(...(await accepted({ tenant, clientId, as, api }, answers)))
  const reason = { code: 'LATE', type: 'STOP', name: 'Late' }
  for (let n = 0; n < 2; n++) answers.push(await api.post('/reason-code', reason))
  const later = { name: 'Later', version: 1 }
  for (let n = 0; n < 2; n++) answers.push(await api.put('/reason-code/LATE', later))
  answers.push(await api.put('/reason-code/LATE', { ...later, version: 2 }))
  answers.push(await api.put('/reason-code/NONE', later))
  return answers
}

const service = { productCode: 'INVOICE_SERVICE' }

/** Those that were created are accepted: well, again, under a key, of an old version, by others. */
async function accepted({ tenant, clientId, as, api }: Caller, created: readonly Answered[]) {
  const ids = created.flatMap(({ status, body }) => (status === 201 ? [String(body.id)] : []))
  const answers: Answered[] = []
  const accept = async (id: string | undefined, body = {}, headers = {}, by: Api = api) =>
    answers.push(await by.put(`/invoices/${id}/activate`, { ...service, ...body }, headers))
  for (const id of ids.slice(0, 4)) await accept(id)
  await accept(ids[0])
  for (let n = 0; n < 2; n++) await accept(ids[4], {}, { 'idempotency-key': 'accepts' })
  await accept(ids[5], { version: 7 })
  await accept(ids[5], { version: 1 })
  await accept(ids[6], { productCode: 'INVOICE_FACTORING_SELL' })
  await accept('I.06D7ZCEWYHZ8N17900307H8PR4')
  const holding = (name: string, of: string) =>
    tenant.holding(['ActivateInvoices', 'CreateInvoices'], { name, kind: 'CLIENT', clientId: of })
  const otherId = await clientIn(tenant, { identificationNumber: swedishNumber(552_900_001) })
  const [own, other] = [await holding('own', clientId), await holding('other', otherId)]
  await accept(ids[7], {}, {}, as(other.token))
  for (const id of ids.slice(7, 10)) await accept(id, {}, {}, as(own.token))
  const settings = { autoActivate: true, defaultProductCode: 'INVOICE_SERVICE' }
  answers.push(await api.put(`/clients/${clientId}/settings/invoice`, settings))
  for (let n = 0; n < 4; n++) answers.push(await api.post('/invoices', sent(clientId, `F${n}`)))
  return answers
}

test('a command leaves the same behind, and answers the same, in one trip and step by step', async () => {
  const [quick, plain] = [await caller('one trip'), await caller('step by step')]
  const told = (answers: Answered[]) =>
    answers.map(({ status, body, headers }) => [
      status,
      // What was read is in an order of the database's own.
      JSON.parse(masked(body)),
      masked(headers.get('location')),
      headers.get('etag'),
      headers.get('idempotency-replayed'),
    ])
  const before = at.trips()
  const answers = told(await everything(quick))
  expect(at.trips() - before).toBeGreaterThanOrEqual(15)
  const trips = at.trips()
  expect(told(await everything(plain))).toEqual(answers)
  expect(at.trips()).toBe(trips)
  const left = async ({ tenant }: Caller) =>
    (await rowsOf(at, tenant.id))
      .map((row) => row.replace(/\\"debtor\\":\{.*?\}/, 'debtor'))
      .toSorted()
  expect(await left(quick)).toEqual(await left(plain))
})

describe('what was known a moment ago', () => {
  const known = async () => {
    const { tenant, clientId, as } = await caller('one trip')
    const api = as((await tenant.holding(['CreateInvoices'])).token)
    let made = 0
    const post = () => api.post('/invoices', sent(clientId, `K${++made}`))
    await post()
    await post()
    const before = at.trips()
    expect((await post()).status).toBe(201)
    expect(at.trips()).toBe(before + 1)
    return { tenant, clientId, post }
  }

  test('admits nobody whose token was revoked since', async () => {
    const { tenant, post } = await known()
    await at.owner(`update token set revoked_at = now() where tenant_id = $1 and name = 'test'`, [
      tenant.id,
    ])
    expect((await post()).status).toBe(401)
  })

  test('is no reason to do what was forbidden since, and is learnt anew', async () => {
    const { tenant, clientId, post } = await known()
    const statusOf = (status: string) =>
      at.owner('update client set status = $3 where tenant_id = $1 and id = $2', [
        tenant.id,
        clientId,
        status,
      ])
    await statusOf('CLOSED')
    const refused = await post()
    expect([refused.status, refused.body.code]).toEqual([409, 'CLIENT_CLOSED'])
    await statusOf('ACTIVE')
    for (let n = 0; n < 2; n++) expect((await post()).status).toBe(201)
    const before = at.trips()
    expect((await post()).status).toBe(201)
    expect(at.trips()).toBe(before + 1)
  })
})

/** Somebody of whose client and debtor all is known that accepting asks. */
const accepting = async () => {
  const { tenant, clientId, api } = await caller('one trip')
  let made = 0
  const post = async () => (await api.post('/invoices', sent(clientId, `W${++made}`))).body.id
  const accept = async (id: string) => {
    const before = [at.trips(), at.sent()] as const
    const answer = await api.put(`/invoices/${id}/activate`, service)
    return { answer, trips: at.trips() - before[0], sent: at.sent() - before[1] }
  }
  for (let n = 0; n < 2; n++) expect((await accept(await post())).answer.status).toBe(202)
  return { tenant, clientId, api, post, accept }
}

describe('what this process wrote a moment ago', () => {
  test('is accepted as one message, and with its creation where the client has chosen that', async () => {
    const { api, clientId, post, accept } = await accepting()
    const { answer, trips } = await accept(await post())
    expect([answer.status, answer.body.statuses.main, answer.body.version]).toEqual([
      202,
      'PENDING',
      2,
    ])
    expect(trips).toBe(1)
    const chosen = await api.put(`/clients/${clientId}/settings/invoice`, { autoActivate: true })
    expect(chosen.status).toBe(200)
    for (let n = 0; n < 2; n++) await post()
    const before = at.trips()
    const id = await post()
    expect(at.trips()).toBe(before + 1)
    expect((await api.get(`/invoices/${id}`)).body.statuses.main).toBe('PENDING')
    const [activation] = await at.owner(
      'select status, starts_at is not null as asked from invoice_activation where invoice_id = $1',
      [id],
    )
    expect(activation).toEqual({ status: 'WAITING', asked: true })
  })

  test('is looked at anew where somebody else changed it, its rows or its client since', async () => {
    const { tenant, post, accept } = await accepting()
    const changed = [
      ['update invoice set version = 8, main_status = $2 where id = $1', 'STOPPED', 409],
      ['update invoice set version = 8, references = $2 where id = $1', '{"order": "9"}', 202],
      ['delete from article where invoice_id = $1 and $2 <> $1::text', 'none', 409],
      [
        'update client set status = $2 where id = (select client_id from invoice where id = $1)',
        'CLOSED',
        409,
      ],
    ] as const
    for (const [text, value, status] of changed) {
      const id = await post()
      await at.owner(text.replace('references =', '"references" ='), [id, value])
      const { answer } = await accept(id)
      expect([text, answer.status]).toEqual([text, status])
      const [row] = await at.owner(
        `select count(*)::int as n from invoice_activation where tenant_id = $1 and invoice_id = $2`,
        [tenant.id, id],
      )
      expect(row!['n']).toBe(status === 202 ? 1 : 0)
    }
  })

  test('is accepted once, however many ask at the same time', async () => {
    const { tenant, api, post } = await accepting()
    const ids = await Promise.all(Array.from({ length: 6 }, post))
    const all = [...ids, ...ids].map((id) => api.put(`/invoices/${id}/activate`, service))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(6)
    expect(statuses.filter((status) => status === 409)).toHaveLength(6)
    const rows = await at.owner(
      `select invoice_id from invoice_activation where tenant_id = $1 and invoice_id = any($2)`,
      [tenant.id, ids],
    )
    expect(rows).toHaveLength(6)
  })
})

describe('what another process wrote', () => {
  test('is looked up with those of others, and still accepted in one trip', async () => {
    const { tenant, clientId, accept } = await accepting()
    let elsewheres = 0
    const elsewhere = () =>
      tenant.work((unit) => createInvoice(unit, sent(clientId, `L${++elsewheres}`) as InvoiceSent))
    const { id } = (await elsewhere()).invoice
    const lone = await accept(id)
    expect([lone.answer.status, lone.answer.body.version]).toEqual([202, 2])
    // The invoice, its rows, and the trip that compares both.
    expect(lone.trips).toBe(3)
    expect((await accept(id)).answer.body.code).toBe('INVOICE_NOT_CREATED')
    const { id: other } = (await elsewhere()).invoice
    const otherId = await clientIn(tenant, { identificationNumber: swedishNumber(552_900_027) })
    const bound = { name: 'bound', kind: 'CLIENT', clientId: otherId } as const
    const stranger = apiAs(at, (await tenant.holding(['ActivateInvoices'], bound)).token)
    for (let n = 0; n < 3; n++) {
      expect((await stranger.put(`/invoices/${other}/activate`, service)).status).toBe(404)
    }
    const many: string[] = []
    while (many.length < 24) many.push((await elsewhere()).invoice.id)
    const before = at.trips()
    const answers = await Promise.all(many.map(accept))
    expect(answers.map(({ answer }) => answer.status)).toEqual(many.map(() => 202))
    // Three each by themselves; how many go together hangs on how busy the machine is.
    expect(at.trips() - before).toBeLessThan(2 * many.length)
  })
})

describe('an event', () => {
  test('that nobody would have heard of a moment ago is delivered to who subscribed since', async () => {
    const { tenant, clientId, api } = await caller('one trip')
    const post = async (name: string) => (await api.post('/invoices', sent(clientId, name))).body.id
    for (const name of ['U1', 'U2']) await post(name)
    const guarded = [...at.statements].filter((text) => text.includes('then 0 else 1 end'))
    expect(guarded.filter((text) => text.includes('webhook_log'))).toEqual([])
    expect(guarded.length).toBeGreaterThan(0)
    await at.owner(
      `insert into webhook_route (tenant_id, type, webhook_id) values ($1, 'INVOICE', 'WH06D7ZCEWYHZ8N17900S07H8PR4')`,
      [tenant.id],
    )
    const made = [await post('U3'), await post('U4')]
    const heard = async () => {
      const logs = await at.owner(
        `select subject_id from webhook_log where webhook_id = 'WH06D7ZCEWYHZ8N17900S07H8PR4' and event = 'created'
         order by id`,
      )
      return logs.map((log) => log['subject_id'])
    }
    expect(await heard()).toEqual(made)
    await at.owner(`delete from webhook_route where webhook_id = 'WH06D7ZCEWYHZ8N17900S07H8PR4'`)
    for (const name of ['U5', 'U6']) await post(name)
    expect(await heard()).toEqual(made)
  })
})

describe('a trip', () => {
  const trip = (tenantId: string) => new Trip(at.runtime.pool, tenantId)

  test('that fails only as it commits leaves nothing, and the connection serves on', async () => {
    const tenant = await tenantIn(at)
    await at.owner(`create table late (id int primary key deferrable initially deferred)`)
    await at.owner(`grant all on late to public`)
    const failing = trip(tenant.id)
    for (let n = 0; n < 2; n++) failing.ahead('insert into late values ($1)', [1])
    await expect(failing.commit()).rejects.toMatchObject({ code: '23505' })
    expect(failing.leftNothing).toBe(true)
    expect(await at.owner('select * from late')).toEqual([])
    const next = trip(tenant.id)
    next.ahead('insert into late values ($1)', [2])
    const answer = next.last('select id from late where id > $1', [0])
    await next.commit()
    expect(await answer).toEqual([{ id: 2 }])
  })

  test('that finds no database fails, and so does whoever waits for an answer of it', async () => {
    const nowhere = { url: 'postgres://127.0.0.1:1/none', name: 'nowhere', queue: 1 }
    const pool = new Pool({ ...nowhere, connections: 1, onLost: () => undefined })
    const lost = new Trip(pool, 'TN1')
    const answer = lost.last('select $1::int as n', [1])
    const both = await Promise.allSettled([answer, lost.commit()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(lost.leftNothing).toBe(true)
    await pool.close()
  })

  test('whose connection is cut off is not done again: nobody knows what became of it', async () => {
    const tenant = await tenantIn(at)
    const cut = trip(tenant.id)
    cut.ahead('select pg_terminate_backend(pg_backend_pid()), $1::int', [1])
    await expect(cut.commit()).rejects.toThrow()
    expect(cut.leftNothing).toBe(false)
    const next = trip(tenant.id)
    const answer = next.last('select $1::int as n', [1])
    await next.commit()
    expect(await answer).toEqual([{ n: 1 }])
  })

  test('that would have to wait for an answer is not sent, whatever its verb makes of that', async () => {
    const tenant = await tenantIn(at)
    const waiting = trip(tenant.id)
    await expect(waiting.prepared()).rejects.toBeInstanceOf(NotKnown)
    await expect(waiting.commit()).rejects.toBeInstanceOf(NotKnown)
    expect(waiting.leftNothing).toBe(true)
  })
})

test('the answers that are kept are few, the long ones not among them', () => {
  const answers = new Answers(new Map(), 3)
  const asked = question<{ n: number }>('select $1::int as n')
  const note = (tenantId: string, n: number) =>
    answers.note(tenantId, asked, [`${n}`], { answer: { n }, digest: `${n}`, isSteady: false })
  const noted = (tenantId: string, under: string) => answers.noted(tenantId, asked, [under], [])
  for (let n = 0; n < 3; n++) note('one', n)
  expect(noted('one', '0')?.answer).toEqual({ n: 0 })
  note('two', 3)
  expect(noted('one', '1')).toBeUndefined()
  expect(noted('one', '0')).toBeDefined()
  expect(noted('one', '3')).toBeUndefined()
  answers.note('two', asked, ['long'], {
    answer: { n: 'x'.repeat(10_000) },
    digest: '',
    isSteady: false,
  })
  expect(noted('two', 'long')).toBeUndefined()
})
