import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Registered } from '../../src/kernel/http/app.ts'
import { codesOf } from '../../src/kernel/http/description/refusals.ts'
import { statusesOf } from '../../src/kernel/http/operation.ts'
import { Problem } from '../../src/kernel/http/problem.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { samplesOf } from '../support/arbitrary.ts'
import { inTurn } from '../support/chosen.ts'
import { pathOf, routeOf, swept } from '../support/served.ts'
import { spoiledOf } from '../support/spoiled.ts'
import { tenantIn, world, type Answered, type Api, type World } from '../support/world.ts'
import { endsItsCaller } from './given.ts'
import { send, Stage } from './stage.ts'
import { seed } from '../support/seed.ts'

const cases = Number(process.env['FUZZ_CASES'] ?? 4)

let at: World
let stage: Stage
/** Where a spoiled request goes: it must be refused before anything is looked for. */
let api: Api

beforeAll(async () => {
  at = await world()
  const tenant = await tenantIn(at)
  stage = new Stage(at, tenant)
  api = tenant.api
})
afterAll(() => at.close())

const nowhere = (path: string) => pathOf(path, new Proxy({}, { get: () => 'x' }))

/** The answer is one that is described, and a refusal is one of those that are named. */
function expectDescribed(
  one: Registered,
  { status, headers, body }: Answered,
  sent: unknown,
): void {
  const told = `SEED=${seed} ${routeOf(one)} ${JSON.stringify(sent)} → ${JSON.stringify(body)}`
  expect(status, told.slice(0, 4000)).toBeLessThan(500)
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,100}$/)
  if (status < 400) {
    expect(statusesOf(one.operation), told).toContain(status)
    return
  }
  expect(headers.get('content-type'), told).toBe('application/problem+json')
  expect(Problem.strict().safeParse(body).error, told).toBeUndefined()
  const codes = codesOf(one.operation, { pages: one.operation.declared.lists !== undefined })
  expect(codes, told).toContain(body.code)
}

/** A spoiled request is refused for what is wrong with it, and says where that is. */
function expectRefused(answer: Answered, sent: unknown, pointer?: string): void {
  const { status, body } = answer
  const told = `SEED=${seed} ${JSON.stringify(sent)} → ${JSON.stringify(body)}`.slice(0, 4000)
  expect(status, told).toBe(400)
  expect(body.code, told).toBe('VALIDATION_FAILED')
  const pointers: string[] = body.errors.map((fault: { pointer: string }) => fault.pointer)
  expect(pointers.length, told).toBeGreaterThan(0)
  if (pointer === undefined) return
  const isNear = (given: string) => pointer.startsWith(given) || given.startsWith(pointer)
  expect(pointers.some(isNear), `${told}, at ${pointer}`).toBe(true)
}

const each = swept.map((one) => [routeOf(one), one] as const)
const withBody = each.filter(([, { operation }]) => ['POST', 'PUT'].includes(operation.method))
const withQuery = each.filter(([, { operation }]) => operation.declared.query !== undefined)

describe.each(withBody)('%s', (_, one) => {
  const { method, path } = one.operation
  const schema = bodySchemaOf(one.operation)

  test(`answers good bodies as it says (SEED=${seed})`, async () => {
    for (let n = 0; n < cases; n++) {
      const call = await stage.call(one, seed + n)
      expectDescribed(one, await send(api, call), call)
    }
  })

  test(`refuses bad bodies, and points at what is wrong (SEED=${seed})`, async () => {
    const good = samplesOf(schema, { seed, count: 3 })
    const bad = good.flatMap((body) => spoiledOf(schema, body))
    for (const { why, pointer, value } of chosen(bad, cases * 3)) {
      const body = JSON.stringify(value)
      const headers = { 'content-type': 'application/json' }
      const answer = await api.send(method, nowhere(path), { headers, body })
      expectRefused(answer, [why, body.slice(0, 1000)], pointer)
    }
  })
})

describe.each(withBody.filter(([, one]) => inTurn(one)))('%s', (_, one) => {
  const { method, path } = one.operation

  test('refuses what is no body at all', async () => {
    // The heavy ones take their turn: what reads a body is the same for all.
    for (const [type, text, status] of chosen(unreadable, 10)) {
      const headers = { 'content-type': type }
      const answer = await api.send(method, nowhere(path), { headers, body: text })
      expect(answer.status, text.slice(0, 60)).toBe(status)
      expectDescribed(one, answer, text.slice(0, 60))
    }
  })
})

/** Each place that can be spoiled gets its turn, whatever the number of ways to spoil it. */
function chosen<T>(all: readonly T[], count: number): T[] {
  return fc.sample(fc.shuffledSubarray([...all], { maxLength: Math.min(count, all.length) }), {
    seed,
    numRuns: 1,
  })[0]!
}

const json = 'application/json'
const unreadable: readonly [type: string, text: string, status: number][] = [
  [json, '{', 400],
  [json, '{"a":1e400}', 400],
  [json, '{"a":NaN}', 400],
  [json, '{"a":-Infinity}', 400],
  [json, '{"a":1}{"b":2}', 400],
  [json, "{'a':1}", 400],
  [json, '[1]', 400],
  [json, 'null', 400],
  [json, '"text"', 400],
  [json, '9007199254740993', 400],
  [json, `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
  [json, `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 400],
  [json, `[${'0,'.repeat(150_000)}0]`, 400],
  [json, `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join()}}`, 400],
  [json, '{"a":"\\u0000"}', 400],
  [json, '{"a\\u0000":1}', 400],
  [json, '{"a":"\\ud800"}', 400],
  [json, '{"__proto__":{"polluted":true}}', 400],
  [json, '{"constructor":{"prototype":{"polluted":true}}}', 400],
  ['text/plain', '{}', 415],
  ['application/xml', '<a/>', 415],
  ['application/x-www-form-urlencoded', 'a=1', 415],
  ['application/jsonx', '{}', 415],
]

/** Queries that are good one by one and not together, or of which there is nothing to show. */
const ruled: Readonly<Record<string, readonly number[]>> = {
  // Nobody knows a rate of days before the first one.
  'GET /base-interest-rates/{currency}/active': [404],
  // Interest is asked about by an amount and its days, the first before the last.
  'GET /base-interest-settings/{targetId}': [400, 409],
}

describe.each(withQuery)('%s', (_, one) => {
  const { method, path, declared } = one.operation
  const query = declared.query as z.ZodObject

  test(`answers good queries as it says (SEED=${seed})`, async () => {
    for (const asked of samplesOf(query, { seed, count: cases }) as Record<string, unknown>[]) {
      // A cursor is made by the list, so one that is made up is refused.
      const { cursor: __, ...rest } = asked
      const call = await stage.call(one, seed)
      const asking = `${call.path}?${new URLSearchParams(flat(rest))}`
      const answer = await send(api, { ...call, path: asking })
      expectDescribed(one, answer, rest)
      // Some orders are of few rows alone, which is a rule between order and filter.
      if (answer.body.errors?.[0]?.code === 'SORT_OF_FEW') expect(answer.status).toBe(400)
      else if (ruled[routeOf(one)]?.includes(answer.status) !== true)
        expect(answer.status, JSON.stringify(rest)).toBeLessThan(300)
    }
  })

  test('refuses bad queries, and points at what is wrong', async () => {
    const names = Object.keys(query.shape)
    for (const [name, value] of badQueries(names)) {
      if (query.safeParse({ [name]: value }).success && !value.includes('\0')) continue
      const asked = new URLSearchParams([[name, value]])
      const answer = await api.send(method, `${nowhere(path)}?${asked}`)
      expect(answer.status, `${name}=${value}`).toBe(400)
      if (!value.includes('\0')) expectRefused(answer, [name, value], `?${name}`)
    }
  })
})

function badQueries(names: readonly string[]): [name: string, value: string][] {
  const values = ['a\0b', '', ' ', 'NaN', '1e400', '-1', '[object Object]', "' or 1=1 --", '漢😀']
  const strange = ['__proto__', 'constructor', 'tenantId', 'filters[name]', 'name.$ne', '\u202e']
  return [
    ...names.flatMap((name) => values.map((value): [string, string] => [name, value])),
    ...strange.map((name): [string, string] => [name, 'x']),
  ]
}

function flat(asked: Record<string, unknown>): [string, string][] {
  return Object.entries(asked).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

const strangePaths = [
  '%',
  '%ff',
  '%00',
  '%2f',
  '..%2f..',
  '%f0%9f%98%80',
  '%ED%A0%80',
  // Three of them still fit into a request line.
  'a'.repeat(2000),
]

describe.each(each.filter(([, one]) => inTurn(one)))('%s', (route, one) => {
  const { method, path, params } = one.operation

  test('answers strange paths, queries and headers without a fault of its own', async () => {
    for (const strange of params.length === 0 ? [] : strangePaths) {
      const address = path.replaceAll(/\{\w+\}/g, strange)
      const answer = await api.send(method, address)
      expect([400, 404], `${strange} ${JSON.stringify(answer.body)}`).toContain(answer.status)
    }
    for (const headers of strangeHeaders) {
      const caller = endsItsCaller[route] === undefined ? api : await stage.session()
      const answer = await caller.send(method, nowhere(path), { headers })
      expectDescribed(one, answer, headers)
    }
  })

  test('refuses addresses beyond all measure', async () => {
    const address = nowhere(path)
    const many = Array.from({ length: 10_000 }, (__, n) => `a${n}=1`).join('&')
    for (const long of [`${address}?${many}`, `${address}?a=${'x'.repeat(100_000)}`]) {
      const { status, body } = await api.send(method, long)
      expect([status, body.code]).toEqual([431, 'HEADERS_TOO_LARGE'])
    }
  })
})

const withoutQuery = each.filter(
  ([, { operation }]) => operation.method === 'GET' && operation.declared.query === undefined,
)

test.each(withoutQuery)('%s refuses a query, since it takes none', async (_, { operation }) => {
  const { method, path } = operation
  expectRefused(await api.send(method, `${nowhere(path)}?notKnown=1`), path, '?notKnown')
})

const strangeHeaders: readonly Record<string, string>[] = [
  { 'x-request-id': '<script>' },
  { 'x-request-id': 'x'.repeat(5000) },
  { 'if-match': '"99999999999999999999"' },
  { 'if-none-match': '*' },
  { accept: 'text/html', 'accept-language': '*;q=2' },
  { traceparent: '00-zz-zz-zz' },
  { 'content-type': 'application/json; charset=utf-99' },
  { 'content-length': 'nonsense' },
  { cookie: 'a=1', origin: 'https://elsewhere.example', host: 'elsewhere.example' },
]

test('a body beyond the limit is refused, whatever length it announces', async () => {
  const [, { operation }] = withBody[0]!
  const { method, path } = operation
  const large = `[${'0,'.repeat(1_000_000)}0]`
  const headers = { 'content-type': json }
  for (const more of [{}, { 'content-length': '2' }, { 'content-length': '99999999' }]) {
    const answer = await api.send(method, nowhere(path), {
      headers: { ...headers, ...more },
      body: large,
    })
    expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  }
  const pieces = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
  })
  const endless = { headers, body: pieces, duplex: 'half' } as RequestInit
  expect((await api.send(method, nowhere(path), endless)).status).toBe(413)
  const packed = { headers: { ...headers, 'content-encoding': 'gzip' }, body: '{}' }
  expect((await api.send(method, nowhere(path), packed)).status).toBe(415)
})

test('nothing of all this has changed what every object is made from', () => {
  const plain: Record<string, unknown> = {}
  expect(plain['polluted']).toBeUndefined()
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(builtIn)
})

const builtIn = Object.getOwnPropertyNames(Object.prototype).toSorted()
