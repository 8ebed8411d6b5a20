import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import {
  operation,
  type Method,
  type Operation,
  type Route,
} from '../../src/kernel/http/operation.ts'
import { Answers } from '../../src/kernel/http/answered.ts'
import { Strangers } from '../../src/kernel/http/strangers.ts'
import type { Kernel } from '../../src/kernel/http/prepared.ts'
import { routeOf, served } from '../support/served.ts'
import { specified } from '../support/specification.ts'

interface Routed {
  method: Method
  /** With its parameters in braces. */
  path: string
}

/** Routing needs nothing but what an open operation asks of the kernel. */
const kernel = {
  answers: new Answers(),
  strangers: new Strangers({ isCounted: true, now: () => new Date() }),
  bodyLimit: 1024,
  now: () => new Date(),
  checkAnswers: false,
  runtime: { log: { warn: () => undefined, error: () => undefined } },
} as unknown as Kernel

/** Each operation answers with nothing but its own route. */
function answering({ method, path }: Routed): Operation {
  const returns = z.object({ route: z.string() })
  const route = `${method} ${path}` as Route
  return operation(
    route,
    { open: 'routing is what is tested' },
    { summary: route, returns },
  ).handle(async () => ({ route }))
}

function appOf(routes: readonly Routed[]): App {
  const room = Object.fromEntries(routes.map((one, at) => [`routed${at}X`, answering(one)]))
  return buildApp([{ name: 'all', rooms: { all: room } }], kernel)
}

const concrete = (path: string) => path.replaceAll(/\{(\w+)\}/g, 'value-$1')

async function routed(app: App, { method, path }: Routed): Promise<unknown> {
  const answer = await app.request(concrete(path), { method })
  return ((await answer.json()) as { route?: string }).route
}

const all: readonly Routed[] = specified.map(({ method, path }) => ({
  method: method as Method,
  path: path.replaceAll(/<(\w+)>/g, '{$1}'),
}))

test.each([
  ['in the order of the table', all],
  ['in the reverse order', all.toReversed()],
])('each of all specified operations is reached by its own address, %s', async (_, routes) => {
  const app = appOf(routes)
  const wrong = []
  for (const one of routes) {
    const route = await routed(app, one)
    if (route !== `${one.method} ${one.path}`) wrong.push([one, route])
  }
  expect(wrong).toEqual([])
  expect(routes.length).toBe(1199)
})

test('each served operation is reached by its own address', async () => {
  const routes = served.map(({ operation: { method, path } }) => ({ method, path }))
  const app = appOf(routes)
  for (const one of served) {
    expect(await routed(app, one.operation)).toBe(routeOf(one))
  }
})

test('a method that an address does not know is refused with those that it does', async () => {
  const app = appOf(all)
  const methods = Map.groupBy(all, ({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))
  for (const known of methods.values()) {
    const { path } = known[0]!
    const reached = new Set<string>(known.map((one) => one.method))
    const method = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((one) => !isReached(one, path))
    if (method === undefined) continue
    const answer = await app.request(concrete(path), { method })
    expect(answer.status, `${method} ${path}`).toBe(405)
    expect(answer.headers.get('allow')?.split(', ')).toEqual([...reached].toSorted())
  }
})

/** `/x/{id}` also answers for `/x/literal`, by a method that the literal does not have. */
function isReached(method: string, path: string): boolean {
  const address = concrete(path)
  return all.some((one) => one.method === method && patterns.get(one.path)!.test(address))
}

const patterns = new Map(
  all.map(({ path }) => {
    const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
    return [path, new RegExp(`^${pattern}$`)]
  }),
)

test.each(['/no-such-thing', '/invoices/1/no-such-thing/2', '/%00', '/users/'])(
  'the address %s is not there',
  async (path) => {
    const answer = await appOf(all).request(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  },
)
