import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scopeOf, type Scope } from '../../src/domain/access/scope.ts'
import { buildApp } from '../../src/kernel/http/app.ts'
import { areas } from '../../src/operations.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { Trip } from '../../src/ports/database/trip.ts'
import { masked, rowsOf } from '../support/masked.ts'
import { clientIn, invoiceBody } from '../support/trade.ts'
import { apiAs, tenantIn, world, type Answered, type Api, type World } from '../support/world.ts'
import { chance } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const sent = (clientId: string, invoiceNumber: string, more: object = {}) => ({
  ...invoiceBody(),
  clientId,
  invoiceNumber,
  ...more,
})

/** Somebody with a client, of whom all is known that one trip goes by. */
async function caller(there: Pick<World, 'app'> = at) {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const api = apiAs(there, tenant.api.token)
  await known(api, clientId)
  return { tenant, clientId, api }
}

type Caller = Awaited<ReturnType<typeof caller>>

let made = 0

async function known(api: Api, clientId: string | undefined): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const { clientId: _, ...body } = sent('', `KNOWN${++made}`)
    const answer = await api.post('/invoices', { ...body, ...(clientId && { clientId }) })
    expect(answer.status).toBe(201)
  }
}

const waiting = (count: number) =>
  vi.waitFor(() => expect(at.runtime.pool.gatherer.waiting).toBe(count), { timeout: 10_000 })

/** Two messages are under way until this is called: what comes meanwhile goes together. */
async function held({ tenant, clientId, api }: Caller): Promise<() => Promise<void>> {
  // What is known ends with any change of what hardly ever changes, as a new client is one.
  await known(api, clientId)
  const numbers = [`HELD${++made}`, `HELD${++made}`]
  const keys = numbers.map((number) => `${tenant.id} invoice number ${clientId} INVOICE ${number}`)
  const each = (text: string) =>
    Promise.all(keys.map((key) => at.owner(`select ${text}(hashtextextended($1, 0))`, [key])))
  await each('pg_advisory_lock')
  const before = at.trips()
  const two = numbers.map((number) => api.post('/invoices', sent(clientId, number)))
  await vi.waitFor(() => expect(at.trips()).toBe(before + 2), { timeout: 10_000 })
  return async () => {
    await each('pg_advisory_unlock')
    for (const { status } of await Promise.all(two)) expect(status).toBe(201)
  }
}

/** Calls that go together, and how many messages they took. */
async function together(of: Caller, calls: readonly (() => Promise<Answered>)[]) {
  const release = await held(of)
  const before = at.trips()
  const answers = calls.map((call) => call())
  await waiting(calls.length)
  await release()
  return { answers: await Promise.all(answers), messages: at.trips() - before }
}

describe('creates of one tenant that come while two messages are under way', () => {
  test('go as one, each with its own answer, request, principal, key and rows', async () => {
    const of = await caller()
    const { tenant, clientId, api } = of
    const clerk = await tenant.holding(['CreateInvoices'], { name: 'clerk' })
    await known(clerk, clientId)
    const calls = Array.from({ length: 6 }, (_, n) => () => {
      const headers = { 'x-request-id': `request-${n}`, 'idempotency-key': `key-${n}` }
      return (n % 2 === 0 ? api : clerk).post('/invoices', sent(clientId, `OWN${n}`), headers)
    })
    const { answers, messages } = await together(of, calls)
    expect(messages).toBe(1)
    const [byClerk] = await at.owner(
      `select id from token where tenant_id = $1 and name = 'clerk'`,
      [tenant.id],
    )
    for (const [n, { status, body }] of answers.entries()) {
      expect([status, body.invoiceNumber]).toEqual([201, `OWN${n}`])
      const journal = await at.owner(
        `select request_id, principal_id from journal where tenant_id = $1 and owner_id = $2`,
        [tenant.id, body.id],
      )
      expect(journal).toHaveLength(1)
      expect(journal[0]!['request_id']).toBe(`request-${n}`)
      expect(journal[0]!['principal_id'] === byClerk!['id']).toBe(n % 2 === 1)
      const key = { 'idempotency-key': `key-${n}` }
      const again = await (n % 2 === 0 ? api : clerk).post(
        '/invoices',
        sent(clientId, `OWN${n}`),
        key,
      )
      expect([again.status, again.body.id]).toEqual([201, body.id])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
  })

  test('that are refused are answered as alone, and leave the others whole', async () => {
    const of = await caller()
    const { clientId, api } = of
    const post = (number: string, headers = {}) =>
      api.post('/invoices', sent(clientId, number), headers)
    await post('TAKEN')
    const kept = await post('KEPT', { 'idempotency-key': 'seen' })
    const { answers } = await together(of, [
      () => post('GOOD1'),
      () => post('TAKEN'),
      () => post('KEPT', { 'idempotency-key': 'seen' }),
      () => post('OTHER', { 'idempotency-key': 'seen' }),
      () => post('GOOD2'),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [201, undefined],
      [409, 'INVOICE_ALREADY_EXISTS'],
      [201, undefined],
      [422, 'IDEMPOTENCY_KEY_REUSED'],
      [201, undefined],
    ])
    expect(answers[2]!.body.id).toBe(kept.body.id)
    for (const n of [0, 4]) {
      expect((await api.get(`/invoices/${answers[n]!.body.id}`)).status).toBe(200)
    }
  })

  test('of which two want the same number: one has it, and the other is told', async () => {
    const of = await caller()
    const { clientId, api } = of
    const post = () => api.post('/invoices', sent(clientId, 'SAME'))
    const { answers } = await together(of, [post, post, post])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('what is changed by those who come together', () => {
  test('goes as one, each row with its own version', async () => {
    const of = await caller()
    const { clientId, api } = of
    const post = async () =>
      (await api.post('/invoices', sent(clientId, `CHANGE${++made}`))).body.id as string
    const accept = (id: string) =>
      api.put(`/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
    for (let n = 0; n < 2; n++) expect((await accept(await post())).status).toBe(202)
    const ids: string[] = []
    while (ids.length < 6) ids.push(await post())
    const { answers, messages } = await together(
      of,
      ids.map((id) => () => accept(id)),
    )
    expect(messages).toBe(1)
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(
      ids.map(() => [202, 2]),
    )
    for (const id of ids) {
      expect((await api.get(`/invoices/${id}`)).body.statuses.main).toBe('PENDING')
    }
  })
})

describe('creates that are gathered', () => {
  test('go by nothing that is otherwise now: a revoked token, a closed client', async () => {
    const of = await caller()
    const { tenant, clientId, api } = of
    const clerk = await tenant.holding(['CreateInvoices'], { name: 'gone' })
    const other = await clientIn(tenant)
    await known(clerk, clientId)
    await known(api, other)
    const release = await held(of)
    const answers = [
      clerk.post('/invoices', sent(clientId, 'GONE')),
      api.post('/invoices', sent(clientId, 'STAYS')),
      api.post('/invoices', sent(other, 'CLOSED')),
    ]
    await waiting(3)
    await at.owner(`update token set revoked_at = now() where tenant_id = $1 and name = 'gone'`, [
      tenant.id,
    ])
    await at.owner(`update client set status = 'CLOSED' where tenant_id = $1 and id = $2`, [
      tenant.id,
      other,
    ])
    await release()
    const told = (await Promise.all(answers)).map(({ status }) => status)
    expect(told).toEqual([401, 201, 409])
  })

  test('wait for nobody when fewer are under way', async () => {
    const { clientId, api } = await caller()
    const before = at.trips()
    const post = (n: number) => api.post('/invoices', sent(clientId, `IDLE${n}`))
    expect((await post(0)).status).toBe(201)
    const two = await Promise.all([post(1), post(2)])
    expect(two.map(({ status }) => status)).toEqual([201, 201])
    expect(at.trips()).toBe(before + 3)
    expect(at.runtime.pool.gatherer.waiting).toBe(0)
  })
})

describe('clients who are gathered', () => {
  const scope = (clientId: string): Scope =>
    scopeOf({ id: 'T', kind: 'CLIENT', clientId, debtorId: null, superUser: false })

  test('each write and see their own', async () => {
    const of = await caller()
    const { tenant, clientId } = of
    const second = await clientIn(tenant)
    const api = async (id: string) =>
      tenant.holding(['CreateInvoices'], { kind: 'CLIENT', clientId: id })
    const bound = await Promise.all([clientId, second].map(api))
    for (const each of bound) await known(each, undefined)
    const { clientId: _, ...body } = sent('', '')
    const calls = [0, 1, 0, 1].map(
      (who, n) => () => bound[who]!.post('/invoices', { ...body, invoiceNumber: `SCOPE${n}` }),
    )
    const { answers, messages } = await together(of, calls)
    expect(messages).toBe(1)
    const whose = await Promise.all(
      answers.map(({ body: { id } }) => tenant.api.get(`/invoices/${id}`)),
    )
    expect(whose.map(({ body: { clientId: id } }) => id)).toEqual([
      clientId,
      second,
      clientId,
      second,
    ])
  })

  test('are held to their own rows by the policies, in one message', async () => {
    const of = await caller()
    const { tenant, clientId } = of
    const second = await clientIn(tenant)
    const release = await held(of)
    const before = at.trips()
    const seen = [clientId, undefined, second, clientId].map(async (id) => {
      const trip = new Trip(at.runtime.pool, tenant.id)
      if (id !== undefined) trip.narrow(scope(id))
      const text = 'select id from client where tenant_id = $1 order by id'
      const parts = () => [{ same: tenant.id }]
      const rows = trip.last(text, [tenant.id], { text, parts })
      await trip.commit()
      return (await rows).map((row) => row['id'])
    })
    const changed = [clientId, second].map(async (id) => {
      const trip = new Trip(at.runtime.pool, tenant.id)
      trip.narrow(scope(id))
      const text = `with changed as (update client set status = status
        where tenant_id = $1 and id = $2 returning 1) select count(*)::int as n from changed`
      const parts = () => [{ same: tenant.id }, { same: second }]
      const rows = trip.last(text, [tenant.id, second], { text, parts })
      await trip.commit()
      return (await rows)[0]!['n']
    })
    const both = Promise.all([Promise.all(seen), Promise.all(changed)])
    await waiting(6)
    await release()
    const all = [clientId, second].toSorted()
    expect(await both).toEqual([
      [[clientId], all, [second], [clientId]],
      [0, 1],
    ])
    expect(at.trips()).toBe(before + 1)
  })
})

describe('a message of several trips', () => {
  test('that is cut off tells all that nobody knows what became of it', async () => {
    const of = await caller()
    const release = await held(of)
    const trips = ['pg_terminate_backend(pg_backend_pid())', '1'].map((what) => {
      const trip = new Trip(at.runtime.pool, of.tenant.id)
      const text = `select ${what}, $1::int as n`
      trip.ahead(text, [1], { together: { text, parts: () => [{ same: 1 }] } })
      return trip
    })
    const both = Promise.allSettled(trips.map((trip) => trip.commit()))
    await waiting(2)
    await release()
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(trips.map(({ leftNothing }) => leftNothing)).toEqual([false, false])
  })
})

test('a message that stands before the lock of others does not keep its tenant waiting', async () => {
  const { id } = await tenantIn(at)
  const options = { url: at.installed.runUrl, connections: 8, queue: 10, name: 'gathered' }
  const pool = new Pool({ ...options, onLost: () => undefined })
  const done = (text: string, n: number) => {
    const trip = new Trip(pool, id)
    trip.ahead(text, [n], { together: { text, parts: () => [{ same: n }] } })
    return trip.commit()
  }
  await at.owner('select pg_advisory_lock(7), pg_advisory_lock(8)')
  const standing = [7, 8].map((lock) => done('select pg_advisory_xact_lock($1)', lock))
  await Promise.all([1, 2, 3].map((n) => done('select $1::int as n', n)))
  await at.owner('select pg_advisory_unlock(7), pg_advisory_unlock(8)')
  await Promise.all(standing)
  await pool.close()
})

const rowsOfNumber = (number: number) =>
  Array.from({ length: 1 + (number % 4) }, (_, row) => ({
    description: `Row ${row}`,
    quantity: '2',
    price: `${1 + (number % 9)}.10`,
    vatPercentage: 25,
  }))

/** Bunches of calls that come at the same time: all of a call but its key follows from its number. */
function bunchesOf({ clientId, api }: Caller, bound: Api): (() => Promise<Answered>)[][] {
  const next = chance(seed)
  const call = (bunch: number, n: number) => {
    const number = next(40)
    const { clientId: _, ...body } = sent('', `R${number}`, { articleRows: rowsOfNumber(number) })
    const key = number % 2 === 0 ? { 'idempotency-key': `${bunch}-${n}` } : {}
    if (number % 3 === 0) return () => bound.post('/invoices', body, key)
    return () => api.post('/invoices', { ...body, clientId }, key)
  }
  return Array.from({ length: 6 }, (_, bunch) =>
    Array.from({ length: 1 + next(12) }, (__, n) => call(bunch, n)),
  )
}

async function answersOf(of: Caller, there: Pick<World, 'app'>, atOnce: boolean) {
  const { tenant, clientId } = of
  const bound = await tenant.holding(['CreateInvoices'], { kind: 'CLIENT', clientId })
  const answers: string[][] = []
  for (const calls of bunchesOf(of, apiAs(there, bound.token))) {
    const bunch: Answered[] = []
    if (atOnce) bunch.push(...(await Promise.all(calls.map((call) => call()))))
    else for (const call of calls) bunch.push(await call())
    answers.push(bunch.map(({ status, body }) => masked([status, body.code])).toSorted())
  }
  return answers
}

test(`what comes at once leaves the same as what comes one by one (SEED=${seed})`, async () => {
  const plain = { app: buildApp(areas, { ...at.kernel, stepByStep: true }) }
  const [quick, slow] = [await caller(), await caller(plain)]
  expect(await answersOf(quick, at, true)).toEqual(await answersOf(slow, plain, false))
  const left = async ({ tenant }: Caller) =>
    (await rowsOf(at, tenant.id))
      .map((row) => row.replaceAll(/"key":\s*"[^"]*"/g, 'key').replaceAll(/KNOWN\d+/g, 'KNOWN'))
      .toSorted()
  expect(await left(quick)).toEqual(await left(slow))
})
