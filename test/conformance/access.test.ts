import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { isOpen, needsSuperUser, rightsOf } from '../../src/kernel/http/operation.ts'
import { tokenText } from '../../src/ports/keys/tokens.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'
import { inTurn } from '../support/chosen.ts'
import { pathOf, routeOf, secured, served } from '../support/served.ts'
import { apiAs, tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { Stage, send } from './stage.ts'

let at: World
let tenant: TestTenant
let stage: Stage
let bad: Record<(typeof kindsOfRefused)[number], Api>

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  stage = new Stage(at, tenant)
  bad = await refusedTokens()
})
afterAll(() => at.close())

const kindsOfRefused = [
  'no token',
  'a word for a token',
  'another scheme',
  'an unknown token',
  'a token of no tenant',
  'an expired token',
  'a revoked token',
  'an idle token',
  "a disabled user's session",
  "an invited user's session",
  'a token of an inactive service account',
] as const

async function refusedTokens(): Promise<Record<(typeof kindsOfRefused)[number], Api>> {
  const withRow = (values: object) => stage.token({ superUser: true, ...values })
  const sessionOf = async (status: string) => {
    const { id: userId } = await stage.rows.add('user_account', { status })
    return withRow({ kind: 'USER', userId })
  }
  const { id: serviceAccountId } = await stage.rows.add('service_account', { active: false })
  return {
    'no token': apiAs(at, ''),
    'a word for a token': apiAs(at, 'word'),
    'another scheme': basic(),
    'an unknown token': apiAs(at, tokenText('SYSTEM', tenant.id)),
    'a token of no tenant': apiAs(at, tokenText('SYSTEM', newId('Tenant'))),
    'an expired token': await withRow({ expiresAt: new Date(at.clock.now.getTime() - 1) }),
    'a revoked token': await withRow({ revokedAt: new Date() }),
    'an idle token': await withRow({ idleMs: 60_000, lastUsedAt: new Date(0) }),
    "a disabled user's session": await sessionOf('DISABLED'),
    "an invited user's session": await sessionOf('INVITED'),
    'a token of an inactive service account': await withRow({
      kind: 'SERVICE_ACCOUNT',
      serviceAccountId,
    }),
  }
}

function basic(): Api {
  const api = apiAs(at, '')
  const send: Api['send'] = (method, path, init = {}) =>
    api.send(method, path, { ...init, headers: { authorization: `Basic ${tenant.api.token}` } })
  return { ...api, send }
}

const each = secured.map((one) => [routeOf(one), one] as const)
const guarded = each.filter(([, { operation }]) => rightsOf(operation.requires).length > 0)
const nowhere = (path: string) => pathOf(path, new Proxy({}, { get: () => 'x' }))

test('what is open to everyone says why', () => {
  for (const { operation } of served) {
    const { requires } = operation
    if (isOpen(requires)) expect(requires.open.length).toBeGreaterThan(10)
    if (typeof requires === 'object' && 'self' in requires) {
      expect(requires.self.length).toBeGreaterThan(10)
    }
  }
})

test.each(each)('%s is refused without a token', async (_, { operation: { method, path } }) => {
  const { status, body } = await bad['no token'].send(method, nowhere(path))
  expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED'])
})

describe.each(each.filter(([, one]) => inTurn(one)))('%s', (_, { operation }) => {
  test('is refused without a valid token, whatever is wrong with it', async () => {
    const shapes = new Set<string>()
    for (const kind of kindsOfRefused) {
      const { status, headers, body } = await bad[kind].send(
        operation.method,
        nowhere(operation.path),
      )
      expect(status, kind).toBe(401)
      expect(body.code, kind).toBe('UNAUTHENTICATED')
      const names = [...headers.keys()].toSorted()
      shapes.add(JSON.stringify([Object.keys(body).toSorted(), names, body.title]))
      expect(headers.get('www-authenticate')).toBe('Bearer')
    }
    expect(shapes.size).toBe(1)
  })
})

const everyRightBut = (some: readonly Right[]) => rightNames.filter((name) => !some.includes(name))

describe.each(guarded)('%s', (_, one) => {
  const { method, path, requires } = one.operation
  const anyOf = rightsOf(requires)

  test('is refused to those who hold every right but its own', async () => {
    for (const rights of [[], everyRightBut(anyOf)]) {
      const api = await tenant.holding(rights)
      const { status, body } = await api.send(method, nowhere(path))
      expect(status).toBe(403)
      expect(body).toMatchObject({
        code: 'ACCESS_DENIED',
        requiredRights: anyOf,
        missingRights: anyOf,
      })
    }
  })

  test('is open to each right that the table names, alone', async () => {
    for (const right of anyOf) {
      const superUser = needsSuperUser(requires)
      const api = await tenant.holding([right], { superUser })
      const answer = await send(api, await stage.call(one, 1))
      expect(answer.status).not.toBe(401)
      expect(answer.body.code, JSON.stringify(answer.body)).not.toBe('ACCESS_DENIED')
      if (answer.status === 403) expect(one.operation.declared.refuses).toContain(answer.body.code)
    }
  })
})

const reserved = guarded.filter(([, { operation }]) => needsSuperUser(operation.requires))

test.each(reserved)('%s is refused to all but super-users', async (_, { operation }) => {
  const api = await tenant.holding(rightNames)
  const { status, body } = await api.send(operation.method, nowhere(operation.path))
  expect(status).toBe(403)
  expect(body).toMatchObject({ code: 'ACCESS_DENIED', requiresSuperUser: true })
})

const withBody = guarded.filter(([, { operation }]) => ['POST', 'PUT'].includes(operation.method))

test.each(withBody)(
  '%s is refused before a byte of the body is read',
  async (_, { operation: { method, path } }) => {
    const none = await tenant.holding([])
    const bodies = ['', '{"no', '[]', 'x'.repeat(2 * 1024 * 1024)]
    for (const [token, status] of [
      [none.token, 403],
      ['', 401],
      [bad['an expired token'].token, 401],
    ] as const) {
      for (const text of bodies) {
        const body = unreadable(text)
        const answer = await at.app.request(
          new Request(`http://test${nowhere(path)}`, {
            method,
            headers: headersOf(token, text.length),
            body: body.stream,
            duplex: 'half',
          } as RequestInit),
        )
        expect(answer.status).toBe(status)
        expect(body.wasRead()).toBe(false)
      }
    }
  },
)

function headersOf(token: string, length: number): Record<string, string> {
  return {
    'content-type': length === 0 ? 'text/plain' : 'application/json',
    'content-length': String(length),
    'content-encoding': 'gzip',
    'idempotency-key': 'never looked at',
    'if-match': 'never looked at',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  }
}

/** A body that tells whether anybody asked for it. */
function unreadable(text: string): { stream: ReadableStream; wasRead(): boolean } {
  let read = false
  const stream = new ReadableStream(
    {
      pull(controller) {
        read = true
        controller.error(new Error(`nobody may read these ${text.length} characters`))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, wasRead: () => read }
}
