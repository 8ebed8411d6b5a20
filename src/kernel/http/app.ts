import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { Refusal } from '../../domain/refusal.ts'
import { atFirstUse } from '../read/first-use.ts'
import { answering } from './answered.ts'
import { developers } from './developers.ts'
import type { Method, Operation, Room } from './operation.ts'
import { prepare, requestIdOf, type Incoming, type Kernel } from './prepared.ts'
import { problemResponse } from './problem.ts'
import { secure } from './respond.ts'
import { validatingSynchronously, routeOf } from './route.ts'
import { stagesOf } from './runner.ts'
import { refused } from './turned-away.ts'

/** The bindings of the server that Hono runs on. */
export interface Bindings {
  incoming?: { socket: { remoteAddress?: string } }
}

export interface Env {
  Bindings: Bindings
  Variables: { incoming: Incoming }
}

export type App = OpenAPIHono<Env>

type Handler = MiddlewareHandler<Env>

export interface Area {
  name: string
  rooms: Readonly<Record<string, Room>>
}

export interface Registered {
  area: string
  room: string
  name: string
  operation: Operation
}

export function operationsOf(areas: readonly Area[]): Registered[] {
  return areas.flatMap(({ name: area, rooms }) =>
    Object.entries(rooms).flatMap(([room, operations]) =>
      Object.entries(operations).map(([name, operation]) => ({ area, room, name, operation })),
    ),
  )
}

/** Literal before parameter, segment by segment: the first that fits is then the one that is meant. */
export function sorted<T extends { operation: Operation }>(list: readonly T[]): T[] {
  const key = ({ operation }: T) =>
    operation.path.split('/').map((part) => (part.startsWith('{') ? '\uffff' : part))
  return list
    .map((item) => ({ item, parts: key(item) }))
    .toSorted((a, b) => comparePaths(a.parts, b.parts))
    .map(({ item }) => item)
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at] as string, b[at] as string]
    if (x !== y) return x < y ? -1 : 1
  }
  return a.length - b.length
}

/** The whole interface from the registry: routing, refusals for what is not there, and the runner. */
export function buildApp(areas: readonly Area[], kernel: Kernel): App {
  const app: App = new OpenAPIHono<Env>({ router: new TrieRouter() })
  app.use(answering(kernel.answers))
  const methods = new TrieRouter<{ method: Method; shape: string }>()
  for (const one of sorted(operationsOf(areas))) {
    const { method, path } = one.operation
    methods.add('ALL', routed(path), { method, shape: pathShapeOf(path) })
    app.on(method, routed(path), inOrder(atFirstUse(() => handlersOf(kernel, one))))
  }
  app.use('/developers/*', async (context, next) => {
    await next()
    secure(context.res.headers)
  })
  developers(app, operationsOf(areas), kernel.coming)
  app.notFound((context) => {
    const [known] = methods.match('ALL', context.req.path)
    // The address is that of the first that fits, whatever else would fit it too.
    const same = known.filter(([{ shape }]) => shape === known[0]?.[0].shape)
    const allow = [...new Set(same.map(([{ method }]) => method))].toSorted()
    const refusal =
      allow.length === 0 ? new Refusal('NOT_FOUND') : new Refusal('METHOD_NOT_ALLOWED', { allow })
    return problemResponse(refusal, requestIdOf(context.req.raw), kernel.runtime)
  })
  app.onError((error, context) => {
    const incoming = context.get('incoming') as Incoming | undefined
    // An answer that was made before would leave its headers to this one.
    context.res = undefined
    if (incoming !== undefined) return refused(kernel, error, incoming)
    const requestId = requestIdOf(context.req.raw)
    if (!(error instanceof Refusal)) kernel.runtime.log.error({ requestId, err: error }, 'failed')
    const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL')
    return problemResponse(refusal, requestId, kernel.runtime)
  })
  return app
}

/** A path as the router takes it. */
const routed = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** What the library makes of an operation: its stages, and validators by its schemas. */
function handlersOf(kernel: Kernel, one: Registered): Handler[] {
  const { middleware, faults, handler } = stagesOf(kernel, prepare(one.name, one.operation))
  const own = new OpenAPIHono<Env>()
  const route = validatingSynchronously(routeOf(one))
  own.openapi({ ...route, middleware, hide: true }, handler, faults)
  return own.routes.map((each) => each.handler as Handler)
}

/** Schemas of a thousand operations are a third of a start, so each has its own at its first call. */
function inOrder(handlers: () => readonly Handler[]): Handler {
  return async (context) => {
    const all = handlers()
    const answer = async (at: number): Promise<void> => {
      const response = await all[at]?.(context, () => answer(at + 1))
      // Whoever stands outside may have been answered already, by what stands inside.
      if (response !== undefined && !context.finalized) context.res = response
    }
    await answer(0)
  }
}

/** The shape of a path, its parameters blanked: what makes two paths one. */
export const pathShapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
