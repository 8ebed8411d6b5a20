import { expect, test } from 'vitest'
import type { z } from 'zod'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { checksOf, defOf } from '../support/arbitrary.ts'
import { routeOf, served } from '../support/served.ts'

type Schema = z.core.$ZodType

/** Every schema inside of one, each with where it stands. */
function within(schema: Schema, at = ''): [at: string, schema: Schema][] {
  const def = defOf(schema)
  const below: [string, Schema][] = []
  if (def.type === 'object') below.push(...Object.entries(def.shape))
  if (def.type === 'array') below.push(['0', def.element])
  if (def.type === 'union') below.push(...def.options.map((one): [string, Schema] => ['|', one]))
  if (def.type === 'record') below.push(['*', def.valueType])
  if (def.type === 'pipe') below.push(['', def.in])
  if ('innerType' in def) below.push(['', def.innerType as Schema])
  return [[at, schema], ...below.flatMap(([name, inner]) => within(inner, `${at}/${name}`))]
}

const taken = served.map((one) => {
  const { method, declared } = one.operation
  const body = ['POST', 'PUT'].includes(method) ? within(bodySchemaOf(one.operation)) : []
  const query = declared.query === undefined ? [] : within(declared.query)
  return [routeOf(one), [...body, ...query]] as const
})

test.each(taken)('%s takes no name that it does not know', (_, schemas) => {
  const open = schemas.filter(([, schema]) => {
    const def = defOf(schema)
    if (def.type !== 'object') return false
    const rest = def.catchall === undefined ? 'any' : defOf(def.catchall).type
    // Where the specification leaves names open, what may stand under them is said.
    return rest === 'any' || rest === 'unknown'
  })
  expect(open.map(([at]) => at)).toEqual([])
})

test.each(taken)('%s takes no text and no list without an end', (_, schemas) => {
  const endless = schemas.filter(([, schema]) => {
    const checks = checksOf(schema).map(({ check }) => check)
    const { type } = defOf(schema)
    if (type === 'string') {
      return !checks.some((check) => /max_length|length_equals|string_format/.test(check))
    }
    return type === 'array' && !checks.some((check) => /max_length|length_equals/.test(check))
  })
  expect(endless.map(([at]) => at)).toEqual([])
})
