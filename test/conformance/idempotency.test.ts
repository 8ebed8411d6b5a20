import { randomUUID } from 'node:crypto'
import { withoutSecrets } from '../../src/kernel/http/secret-fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { inTurn } from '../support/chosen.ts'
import { pathOf, routeOf, secured } from '../support/served.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'
import { endsItsCaller } from './given.ts'
import { namedBy, send, Stage, type Call } from './stage.ts'

let at: World
let tenant: TestTenant
let stage: Stage

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  stage = new Stage(at, tenant)
})
afterAll(() => at.close())

const each = secured
  .filter(({ operation }) => ['POST', 'PUT'].includes(operation.method))
  .map((one) => [routeOf(one), one] as const)
  .filter(([route]) => endsItsCaller[route] === undefined)
const newKey = () => ({ 'idempotency-key': randomUUID() })

const isReplay = ({ headers }: Answered) => headers.get('idempotency-replayed') === 'true'

async function effectsOf(requestIds: readonly string[]): Promise<number> {
  const [row] = await at.owner(
    'select count(distinct request_id)::int as n from changelog where request_id = any($1)',
    [requestIds],
  )
  return row?.['n'] as number
}

const alike = ({ status, headers, body }: Answered) => ({
  status,
  body: body as unknown,
  location: headers.get('location'),
  etag: headers.get('etag'),
  type: headers.get('content-type'),
})

describe.each(each)('%s', (_, one) => {
  const isSecret = one.operation.declared.secret === true

  test('answers the same call with the same key once more, and does it once', async () => {
    const { call, answer, headers } = await stage.succeed(one, { headers: newKey })
    const requestId = randomUUID()
    const again = await send(tenant.api, call, { ...headers, 'x-request-id': requestId })
    expect(await effectsOf([requestId])).toBe(0)
    expect(again.headers.get('x-request-id')).toBe(requestId)
    if (isSecret) {
      expect(again.status).toBe(409)
      expect(again.body.code).toBe('SECRET_ALREADY_SHOWN')
      return
    }
    expect(isReplay(answer)).toBe(false)
    expect(isReplay(again)).toBe(true)
    expect(alike(again)).toEqual(alike(answer))
  })
})

describe.each(each.filter(([, one]) => inTurn(one)))('%s', (_, one) => {
  const isSecret = one.operation.declared.secret === true

  test('refuses another call with the same key, and lets another caller use it', async () => {
    const { call, headers } = await stage.succeed(one, { headers: newKey })
    let other = call
    for (let seed = 1; seed < 9 && same(other, call, one); seed++)
      other = await stage.call(one, seed)
    if (!same(other, call, one)) {
      const refused = await send(call.as ?? tenant.api, { ...other, as: call.as }, headers)
      expect(refused.status).toBe(422)
      expect(refused.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    }
    const someone = await tenant.holding(rightNames, { superUser: true })
    const theirs = await send(someone, await stage.call(one, 5), headers)
    expect(theirs.status).not.toBe(422)
    expect(isReplay(theirs)).toBe(false)
  })

  test('has one effect when it is asked twenty times at once', async () => {
    for (let seed = 1; ; seed++) {
      const call = await stage.call(one, seed * 104_729)
      const headers = newKey()
      const ids = Array.from({ length: 20 }, () => randomUUID())
      const answers = await Promise.all(
        ids.map((id) => send(tenant.api, call, { ...headers, 'x-request-id': id })),
      )
      const first = answers.filter((answer) => answer.status < 400 && !isReplay(answer))
      if (first.length === 0 && seed < 9) continue
      expect(first.length).toBe(1)
      for (const answer of answers) {
        if (answer === first[0] || isReplay(answer)) continue
        expect(answer.status).toBe(409)
        const codes = ['IDEMPOTENCY_IN_PROGRESS', ...(isSecret ? ['SECRET_ALREADY_SHOWN'] : [])]
        expect(codes).toContain(answer.body.code)
        if (answer.body.code === 'IDEMPOTENCY_IN_PROGRESS') {
          expect(answer.headers.get('retry-after')).toBe('1')
        }
      }
      expect(await effectsOf(ids)).toBeLessThanOrEqual(1)
      return
    }
  })

  test('refuses a key that is none', async () => {
    const call = await stage.call(one, 1)
    for (const key of ['', 'x'.repeat(256), 'with space', 'ü']) {
      const { status, body } = await send(tenant.api, call, { 'idempotency-key': key })
      expect(status, key).toBe(400)
      expect(body.errors[0].pointer).toBe('!Idempotency-Key')
    }
  })
})

/** What opens something makes no other call: its print would tell of it. */
function same(a: Call, b: Call, { operation }: (typeof secured)[number]): boolean {
  const said = ({ path, body }: Call) => JSON.stringify([path, withoutSecrets(operation, body)])
  return said(a) === said(b)
}

const withRows = each.filter(
  ([
    ,
    {
      operation: { path, params },
    },
  ]) => params.some((name) => typeof namedBy(path, name) === 'string'),
)

test.each(withRows)('%s keeps a refusal as it keeps an answer', async (_, one) => {
  const { path, params } = one.operation
  const absent = Object.fromEntries(params.map((name) => [name, newId('Outbox')]))
  const call = await stage.call(one, 1)
  const lost = { ...call, path: pathOf(path, { ...call.params, ...absent }) }
  const headers = newKey()
  const first = await send(tenant.api, lost, headers)
  const second = await send(tenant.api, lost, headers)
  expect(first.status).toBe(404)
  expect(isReplay(second)).toBe(true)
  expect(alike(second)).toEqual(alike(first))
})
