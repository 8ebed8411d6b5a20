import { z } from 'zod'
import { operationsOf, type Area } from '../../src/kernel/http/app.ts'
import { id, name } from '../../src/kernel/read/fields.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import { areas } from '../../src/operations.ts'
import { specifiedRoutes, type SpecifiedRoute } from './specified.ts'

const sharedSchemas = 60

const bodies = Array.from({ length: sharedSchemas }, () =>
  z.strictObject({ name: name(), number: z.string().max(40), date: z.iso.date().optional() }),
)
const views = Array.from({ length: sharedSchemas }, () =>
  z.object({ id: id('ReasonCode'), name: name() }),
)

const unused = async (): Promise<never> => {
  throw new Error('registered, and never called')
}

const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

/**
 * The interface as it will be: what is served already, and a stand-in for every other route. What
 * is the caller's own takes the place of whatever is served on the same route.
 */
export function specifiedAreas(own: Readonly<Record<string, Operation>>): readonly Area[] {
  const kept = new Map(Object.entries(own))
  const known = new Set(Object.values(own).map(({ method, path }) => shapeOf(method, path)))
  const keep = (name: string, method: string, path: string, made: () => Operation) => {
    if (known.has(shapeOf(method, path))) return
    known.add(shapeOf(method, path))
    kept.set(name, made())
  }
  for (const { name, operation } of operationsOf(areas)) {
    keep(name, operation.method, operation.path, () => operation)
  }
  for (const [at, route] of specifiedRoutes().entries()) {
    keep(`standIn${at}`, route.method, route.path, () => standIn(route, at))
  }
  return [{ name: 'bench', rooms: { whole: Object.fromEntries(kept) } }]
}

function standIn({ method, path, rights }: SpecifiedRoute, at: number): Operation {
  const [first, ...others] = rights
  const requires = first === undefined ? { self: 'bench' } : { anyOf: [first, ...others] as const }
  const told = { summary: `Stand-in ${at}`, returns: views[at % sharedSchemas]!, handle: unused }
  const route = path.slice(1)
  if (method === 'GET') return operation(`GET /${route}`, requires, told)
  if (method === 'DELETE') return operation(`DELETE /${route}`, requires, told)
  const body = bodies[at % sharedSchemas]!
  return operation(`${method} /${route}`, requires, { ...told, body })
}
