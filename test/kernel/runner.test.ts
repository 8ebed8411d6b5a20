import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../src/kernel/http/app.ts'
import { describe as describeAll } from '../../src/kernel/http/description/openapi.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { refuse } from '../../src/domain/refusal.ts'
import { areas } from '../../src/operations.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import { apiAs, tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { reason } from '../support/reason.ts'

let at: World
let tenant: TestTenant
let ran: string[]

const body = z.strictObject({ code: z.string().min(1).max(20), deed: z.string().optional() })

/** A verb that writes first and then does what it is told, so that what stays can be seen. */
const createThen = operation('POST /tried/{id}', 'CreateReasonCode', {
  summary: 'Write, then do as told',
  body,
  returns: z.object({ code: z.string() }),
  status: 200,
}).handle(async ({ unit, body }) => {
  ran.push(body.code)
  unit.add(ReasonCode, reason(body.code))
  await unit.flush()
  if (body.deed === 'refuse') refuse('IN_USE')
  if (body.deed === 'break') throw new Error('a password stands here: hunter2')
  if (body.deed === 'say more') return { code: body.code, more: 'than described' }
  return { code: body.code }
})

const showSecret = operation('POST /secrets', 'CreateReasonCode', {
  summary: 'Show a secret',
  returns: z.object({ id: z.string(), secret: z.string() }),
  secret: true,
}).handle(async () => ({ id: 'S1', secret: 'shown once' }))

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())
beforeEach(() => {
  ran = []
})

async function serving(operations: Record<string, Operation>, rateLimit = 0): Promise<World> {
  const options = { bodyLimit: 200, checkAnswers: true, now: () => at.clock.now }
  const kernel = await createKernel(at.runtime, { ...options, rateLimit })
  return { ...at, kernel, app: buildApp([{ name: 'tried', rooms: { tried: operations } }], kernel) }
}

const as = async (rateLimit = 0): Promise<Api> =>
  apiAs(await serving({ createThen, showSecret }, rateLimit), tenant.api.token)

const kept = async (code: string) =>
  (await at.owner('select 1 from reason_code where code = $1', [code])).length

describe('the order of work', () => {
  test('each step refuses before the next one is begun', async () => {
    const there = await serving({ createThen }, 3)
    const weak = await tenant.holding(['ReadReasonCode'])
    const strong = await tenant.holding(['CreateReasonCode'])
    const key = { 'idempotency-key': 'bad key' }
    const sent = (token: string, text: string, headers: Record<string, string>, id = 'x') =>
      apiAs(there, token).send('POST', `/tried/${id}?unknown=1`, {
        headers: { 'content-type': 'text/plain', 'if-match': '"7"', ...key, ...headers },
        body: text,
      })
    const json = { 'content-type': 'application/json' }
    const large = 'x'.repeat(300)

    expect((await sent('', large, {})).status).toBe(401)
    for (let n = 0; n < 3; n++) expect((await sent(weak.token, large, {})).status).toBe(403)
    expect((await sent(weak.token, large, {})).status).toBe(429)
    expect((await sent(strong.token, large, {})).status).toBe(413)
    expect((await sent(strong.token, '{', {})).status).toBe(415)
    expect((await sent(strong.token, '{', json)).body.code).toBe('MALFORMED_BODY')
    const limited = await sent(strong.token, '{', json)
    expect([limited.status, limited.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(limited.headers.get('retry-after')).toBe('1')
    at.clock.now = new Date(at.clock.now.getTime() + 2000)

    const invalid = await sent(strong.token, '{}', json, '%00')
    expect([invalid.status, invalid.body.errors[0].pointer]).toEqual([400, '?unknown'])
    const asked = (id: string, text: string) =>
      apiAs(there, strong.token).send('POST', `/tried/${id}`, {
        headers: { ...json, ...key },
        body: text,
      })
    expect((await asked('%00', '{}')).status).toBe(404)
    expect((await asked('x', '{}')).body.errors[0].pointer).toBe('/code')
    at.clock.now = new Date(at.clock.now.getTime() + 2000)
    expect((await asked('x', '{"code":"A"}')).body.errors[0].pointer).toBe('!Idempotency-Key')
    expect(ran).toEqual([])
  })

  test('not a byte of a body is read before the right to send it is known', async () => {
    const { app } = await serving({ createThen })
    const weak = await tenant.holding(['ReadReasonCode'])
    for (const [token, status] of [
      ['', 401],
      [weak.token, 403],
    ] as const) {
      let pulled = false
      const body = new ReadableStream({ pull: () => void (pulled = true) }, { highWaterMark: 0 })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      expect((await app.request('/tried/x', init)).status).toBe(status)
      expect(pulled).toBe(false)
    }
  })

  test('a token that was good a moment ago is asked again in the command itself', async () => {
    const there = await serving({ createThen })
    const api = apiAs(there, (await tenant.holding(['CreateReasonCode'])).token)
    expect((await api.post('/tried/x', { code: 'BEFORE' })).status).toBe(200)
    await at.owner(`update token set revoked_at = now() where tenant_id = $1 and name = 'test'`, [
      tenant.id,
    ])
    expect((await api.post('/tried/x', { code: 'AFTER' })).status).toBe(401)
    expect(ran).toEqual(['BEFORE'])
  })
})

describe('what the validators of the library are given', () => {
  const Tag = z.string().max(9)
  const echo = operation('GET /echo/{id}', 'ReadReasonCode', {
    summary: 'Say what was asked',
    query: z.strictObject({ tag: z.union([Tag, z.array(Tag)]).optional() }),
    returns: z.object({ id: z.string(), tag: z.unknown() }),
  }).handle(async ({ params, query }) => ({ id: params.id, tag: query.tag ?? null }))

  test('holds every value of a query, and every name', async () => {
    const api = apiAs(await serving({ echo }), tenant.api.token)
    const shown = async (search: string) => (await api.get(`/echo/a%2Fb?${search}`)).body
    expect(await shown('tag=1')).toEqual({ id: 'a/b', tag: '1' })
    expect(await shown('tag=1&tag=%E4%B8%80+2')).toEqual({ id: 'a/b', tag: ['1', '一 2'] })
    expect(await shown('')).toEqual({ id: 'a/b', tag: null })
    const pointer = async (search: string) => (await shown(search)).errors?.[0].pointer
    expect(await pointer('__proto__=1')).toBe('?__proto__')
    expect(await pointer('constructor=1')).toBe('?constructor')
    expect(await pointer('tag=1234567890')).toBe('?tag')
    expect(await pointer('tag=%00')).toBe('?tag')
  })

  test('is the document that was sent, whatever type of JSON it was called', async () => {
    const api = await as()
    const sent = (type: string | undefined, text: string) =>
      api.send('POST', '/tried/x', {
        headers: type === undefined ? {} : { 'content-type': type },
        body: new TextEncoder().encode(text),
      })
    const types = [
      'application/json ; charset=utf-8',
      'application/vnd.a2+json',
      'APPLICATION/JSON',
    ]
    for (const [at, type] of types.entries()) {
      expect((await sent(type, `{"code":"TYPE-${at}"}`)).status, type).toBe(200)
      expect((await sent(type, '{"code":""}')).body.errors[0].pointer).toBe('/code')
    }
    for (const type of [undefined, 'text/plain', 'multipart/form-data; boundary=x']) {
      expect((await sent(type, '{"code":"A"}')).status, type).toBe(415)
      // Nothing is nothing, whatever its type.
      expect((await sent(type, '')).body.code).toBe('VALIDATION_FAILED')
    }
    expect((await sent(types[0], '{"code":"\\u0000"}')).body.errors[0].code).toBe('UNSTORABLE_TEXT')
  })

  test('is refused as invalid only to callers with the right', async () => {
    const there = await serving({ echo })
    const issued = await tenant.holding(['ReadReasonCode'])
    const api = apiAs(there, issued.token)
    expect((await api.get('/echo/x')).status).toBe(200)
    expect((await api.get('/echo/x?wrong=1')).status).toBe(400)
    await at.owner('update token set revoked_at = now() where tenant_id = $1 and hash = $2', [
      tenant.id,
      there.kernel.authenticator.hash(issued.token),
    ])
    expect((await api.get('/echo/x?wrong=1')).status).toBe(401)
    expect((await apiAs(there, '').get('/echo/x?wrong=1')).status).toBe(401)
    expect(at.runtime.pool.waiting).toBe(0)
  })
})

describe('what a verb did is taken back', () => {
  test.each([
    ['when it refuses', 'refuse', 409, 'IN_USE'],
    ['when it breaks', 'break', 500, 'INTERNAL'],
    ['when it answers more than it described', 'say more', 500, 'INTERNAL'],
  ])('%s', async (_, deed, status, code) => {
    const name = `BACK-${status}-${deed.length}`
    const api = await as()
    const answer = await api.post('/tried/x', { code: name, deed })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|at \/|\.ts|select/)
    expect(await kept(name)).toBe(0)
    expect(
      await at.owner(`select 1 from changelog where entity = 'ReasonCode'
        and entity_id not in (select id_text(id) from reason_code)`),
    ).toEqual([])
  })

  test('when the commit itself fails, and the connection serves on', async () => {
    await at.owner(`create function fail_late() returns trigger language plpgsql as
      $$ begin if new.code = 'LATE' then raise exception 'too late' using errcode = '23514'; end if;
      return null; end $$`)
    await at.owner(`create constraint trigger late after insert on reason_code
      deferrable initially deferred for each row execute function fail_late()`)
    const api = await as()
    for (let n = 0; n < 12; n++) {
      const { status, body } = await api.post('/tried/x', { code: 'LATE' })
      expect(status, JSON.stringify(body)).toBe(500)
    }
    expect(await kept('LATE')).toBe(0)
    expect((await api.post('/tried/x', { code: 'IN-TIME' })).status).toBe(200)
    expect(at.runtime.pool.waiting).toBe(0)
    await at.owner('drop trigger late on reason_code')
  })
})

describe('under an idempotency key', () => {
  test('a fault of our own is not kept: the next call runs', async () => {
    const api = await as()
    const headers = { 'idempotency-key': randomUUID() }
    const first = { code: 'AGAIN', deed: 'break' }
    expect((await api.post('/tried/x', first, headers)).status).toBe(500)
    expect((await api.post('/tried/x', first, headers)).status).toBe(500)
    expect(ran).toEqual(['AGAIN', 'AGAIN'])
    const changed = await api.post('/tried/x', { code: 'AGAIN' }, headers)
    expect([changed.status, changed.headers.get('idempotency-replayed')]).toEqual([200, null])
  })

  test('a refusal is kept, and what it did is not', async () => {
    const api = await as()
    const headers = { 'idempotency-key': randomUUID() }
    const refused = { code: 'KEPT', deed: 'refuse' }
    await api.post('/tried/x', refused, headers)
    const again = await api.post('/tried/x', refused, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([409, 'true'])
    expect(ran).toEqual(['KEPT'])
    expect(await kept('KEPT')).toBe(0)
  })

  test('the path, the query and the body are what must be the same', async () => {
    const api = await as()
    const headers = { 'idempotency-key': randomUUID() }
    await api.post('/tried/x', { code: 'SAME' }, headers)
    expect((await api.post('/tried/y', { code: 'SAME' }, headers)).status).toBe(422)
    expect((await api.post('/tried/x', { code: 'OTHER' }, headers)).status).toBe(422)
    const quoted = { 'idempotency-key': `"${headers['idempotency-key']}"` }
    const replayed = await api.post('/tried/x', { code: 'SAME' }, quoted)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  })

  test('an answer is kept for seven days', async () => {
    const api = await as()
    const headers = { 'idempotency-key': randomUUID() }
    await api.post('/tried/x', { code: 'OLD', deed: 'refuse' }, headers)
    await at.owner(`update idempotency set created_at = created_at - interval '6 days 23 hours'`)
    const kept = await api.post('/tried/x', { code: 'OLD', deed: 'refuse' }, headers)
    expect(kept.headers.get('idempotency-replayed')).toBe('true')
    await at.owner(`update idempotency set created_at = created_at - interval '2 hours'`)
    const anew = await api.post('/tried/x', { code: 'OLD', deed: 'refuse' }, headers)
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([409, null])
  })

  test('a secret is shown once and kept nowhere', async () => {
    const api = await as()
    const headers = { 'idempotency-key': randomUUID() }
    expect((await api.post('/secrets', undefined, headers)).body.secret).toBe('shown once')
    const again = await api.post('/secrets', undefined, headers)
    expect([again.status, again.body.code]).toEqual([409, 'SECRET_ALREADY_SHOWN'])
    const rows = await at.owner('select i::text as text from idempotency i')
    expect(rows.filter(({ text }) => String(text).includes('shown once'))).toEqual([])
  })
})

test.each([
  ['a-request.1_x', true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['with space', false],
  ['<b>', false],
])('the request id %s is taken over: %s', async (given, taken) => {
  const { headers, body } = await (await as()).get('/nowhere', { 'x-request-id': given })
  expect(headers.get('x-request-id') === given).toBe(taken)
  expect(headers.get('x-request-id')).toBe(body.requestId)
})

describe('a read that is guessed', () => {
  test('depends on who asks now, also if it was refused before that was known', async () => {
    const kernel = await createKernel(at.runtime, {
      rateLimit: 1,
      bodyLimit: 1000,
      now: () => at.clock.now,
    })
    const app = buildApp(areas, kernel)
    const issued = await tenant.holding(['ReadReasonCodes'])
    const api = apiAs({ app }, issued.token)
    expect((await api.get('/reason-code')).status).toBe(200)
    const often = await Promise.all(Array.from({ length: 6 }, () => api.get('/reason-code')))
    expect(often.map(({ status }) => status)).toContain(429)
    const [, , tenantId] = issued.token.split('_')
    await at.owner('update token set revoked_at = now() where tenant_id = $1 and hash = $2', [
      tenantId,
      kernel.authenticator.hash(issued.token),
    ])
    // What comes too often is refused before it is asked who sends it.
    expect((await api.get('/reason-code')).status).toBe(429)
    at.clock.now = new Date(at.clock.now.getTime() + 2000)
    expect((await api.get('/reason-code')).status).toBe(401)
    const after = await Promise.all(Array.from({ length: 6 }, () => api.get('/reason-code')))
    expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 401))
    expect((await tenant.api.get('/reason-code')).status).toBe(200)
  })
})

describe('a GET that says why it writes', () => {
  const changing = (code: string) => reason(code.toUpperCase())
  const returns = z.object({ code: z.string() })
  const change = async ({ unit, params }: { unit: Unit; params: { code: string } }) => {
    ran.push(params.code)
    unit.add(ReasonCode, changing(params.code))
    if (params.code === 'refused') refuse('IN_USE')
    return { code: params.code }
  }
  const refresh = operation('GET /refreshed/{code}', 'ReadReasonCode', {
    summary: 'Read what is asked anew',
    writes: 'what another system says is kept',
    returns,
  }).handle(change)
  const peek = operation('GET /peeked/{code}', 'ReadReasonCode', {
    summary: 'Read',
    returns,
  }).handle(async (call) => {
    const shown = await change(call)
    await call.unit.flush()
    return shown
  })
  const trace = async (code: string) =>
    Promise.all(
      [
        'reason_code where code = $1',
        `changelog where entity = 'ReasonCode' and (
           entity_id in (select id_text(id) from reason_code where code = $1)
           or entity_id not in (select id_text(id) from reason_code))`,
      ].map(async (what) => (await at.owner(`select 1 from ${what}`, [code.toUpperCase()])).length),
    )

  test('leaves behind what every change does, and what others did is taken back', async () => {
    const api = apiAs(await serving({ refresh, peek }), tenant.api.token)
    for (const code of ['fresh', 'newer']) {
      expect((await api.get(`/refreshed/${code}`)).status).toBe(200)
      expect(await trace(code)).toEqual([1, 1])
      expect((await api.get(`/peeked/peek-${code}`)).status).toBe(200)
      expect(await trace(`peek-${code}`)).toEqual([0, 0])
    }
    const events = await at.owner(
      `select 1 from event where tenant_id = $1 and type = 'REASON_CODE' and subject_id =
        (select id_text(id) from reason_code where code = 'FRESH')`,
      [tenant.id],
    )
    expect(events).toHaveLength(1)
    expect((await api.get('/refreshed/refused')).body.code).toBe('IN_USE')
    expect(await trace('refused')).toEqual([0, 0])
    expect((await api.get('/refreshed/fresh')).status).toBe(409)
  })

  test('is not guessed: it runs once, and for nobody whose token was revoked', async () => {
    const there = await serving({ refresh, peek })
    const issued = await tenant.holding(['ReadReasonCode'])
    const api = apiAs(there, issued.token)
    expect((await api.get('/refreshed/once')).status).toBe(200)
    expect((await api.get('/refreshed/twice')).status).toBe(200)
    await at.owner('update token set revoked_at = now() where tenant_id = $1 and hash = $2', [
      tenant.id,
      there.kernel.authenticator.hash(issued.token),
    ])
    expect((await api.get('/refreshed/never')).status).toBe(401)
    expect(ran).toEqual(['once', 'twice'])
    expect(await trace('never')).toEqual([0, 0])
  })

  test('says so in the description', () => {
    const one = { area: 'distribution', room: 'tried', name: 'refresh', operation: refresh }
    const said = describeAll([one]).paths['/refreshed/{code}']?.get
    expect(said?.description).toContain('It writes: what another system says is kept.')
    expect(said?.responses['409']).toBeDefined()
  })
})
