import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { registered, type Area } from '../../src/api/app.ts'
import { id, name } from '../../src/api/fields.ts'
import { operation, type Method, type Operation } from '../../src/api/operation.ts'
import { areas } from '../../src/operations.ts'
import { isRight } from '../../src/policy/rights.ts'

const specified = new URL('../../test/spec/operations.tsv', import.meta.url)
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

/** The interface as it will be: what is served already, and a stand-in for every other route. */
export function specifiedAreas(own: Readonly<Record<string, Operation>>): readonly Area[] {
  const kept = new Map<string, Operation>()
  for (const { name, operation } of registered(areas)) kept.set(name, operation)
  for (const [name, operation] of Object.entries(own)) kept.set(name, operation)
  const known = new Set([...kept.values()].map(({ method, path }) => shapeOf(method, path)))
  const lines = readFileSync(specified, 'utf8').trimEnd().split('\n').slice(1)
  for (const [at, line] of lines.entries()) {
    const [, , method = '', template = '', rights = ''] = line.split('\t')
    const path = template.replaceAll(/<(\w+?)_?>/g, (_, param: string) => `{${camel(param)}}`)
    if (known.has(shapeOf(method, path))) continue
    kept.set(`standIn${at}`, standIn(method as Method, path, rights.split('|'), at))
  }
  return [{ name: 'bench', rooms: { whole: Object.fromEntries(kept) } }]
}

const camel = (param: string) =>
  param.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function standIn(method: Method, path: string, rights: readonly string[], at: number): Operation {
  const anyOf = rights.filter(isRight)
  const [first, ...others] = anyOf
  const requires = first === undefined ? { self: 'bench' } : { anyOf: [first, ...others] as const }
  const told = { summary: `Stand-in ${at}`, returns: views[at % sharedSchemas]!, handle: unused }
  const route = path.slice(1)
  if (method === 'GET') return operation(`GET /${route}`, requires, told)
  if (method === 'DELETE') return operation(`DELETE /${route}`, requires, told)
  const body = bodies[at % sharedSchemas]!
  return operation(`${method} /${route}`, requires, { ...told, body })
}
