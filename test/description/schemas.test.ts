import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Registered } from '../../src/kernel/http/app.ts'
import type { Schema } from '../../src/kernel/http/description/json-schema.ts'
import { namedParts } from '../../src/kernel/http/description/named-parts.ts'
import { describe as describeAll } from '../../src/kernel/http/description/openapi.ts'
import { Role } from '../../src/entities/role.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import { exampleId } from '../../src/entities/ids.ts'
import { codesUnder, description, operationsIn, successOf } from './described.ts'

const unused = async (): Promise<never> => {
  throw new Error('only described')
}
const registered = (one: Record<string, Operation>): Registered[] =>
  Object.entries(one).map(([name, operation]) => ({
    area: 'access',
    room: 'roles',
    name,
    operation,
  }))
const described = (one: Record<string, Operation>) => describeAll(registered(one))
const onlyOne = (one: Operation) => {
  const all = described({ doIt: one })
  return { all, ...operationsIn(all).find(({ said }) => said.operationId === 'doIt')! }
}

test('every example is also valid by the JSON Schema beside it', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })
  ajv.addSchema(description, 'all')
  // Many answers are the same, and to compile a schema takes longer than anything else here.
  const compiled = new Map<string, ValidateFunction>()
  const validatorOf = (schema: unknown) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"all#/components')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    return validate
  }
  const faults = operationsIn(description).flatMap(({ said }) => {
    const contents = [said.requestBody, ...Object.values(said.responses)]
    return contents.flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema, example }) => {
        const validate = validatorOf(schema)
        if (validate(example)) return []
        return [
          `${said.operationId}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(example)}`,
        ]
      }),
    )
  })
  expect(faults).toEqual([])
})

test('a list of values that is shown more often than twice has a name', () => {
  const shown = new Map<string, number>()
  const count = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, inner] of Object.entries(part)) {
      if (key === 'enum' && inner.length > 1) {
        const list = JSON.stringify(inner.filter((value: unknown) => value !== null))
        shown.set(list, (shown.get(list) ?? 0) + 1)
      } else if (!/^examples?$/.test(key)) count(inner)
    }
  }
  count([description.components.schemas, description.paths])
  const unnamed = [...shown].filter(([list, times]) => times > 2 && isOfPeople(list))
  expect(unnamed, 'name them in src/kernel/http/description/named-lists.ts').toEqual([])
})

const written = Object.entries(description.components.schemas)
  .map(([name, schema]): [string, unknown] => [name, schema])
  .concat(operationsIn(description).map(({ said }) => [said.operationId, said]))

/** Each object that is written out, and each property, with where it stands. */
function walk(part: unknown, at: string, meet: (schema: Schema, at: string) => void): void {
  if (typeof part !== 'object' || part === null) return
  const schema = part as Schema
  if (schema.properties !== undefined) meet(schema, at)
  for (const [key, inner] of Object.entries(part)) {
    if (/^examples?$/.test(key)) continue
    if (key !== 'properties') walk(inner, at, meet)
    else for (const [name, each] of Object.entries(inner)) walk(each, `${at}.${name}`, meet)
  }
}

test('what is made of several properties is written out at most twice', () => {
  const places = new Map<string, string[]>()
  for (const [name, part] of written) {
    walk(part, name, ({ description: _, default: __, ...schema }, at) => {
      const form = JSON.stringify(schema)
      places.set(form, [...(places.get(form) ?? []), at])
    })
  }
  const repeated = [...places.values()].filter(({ length }) => length > 2)
  expect(repeated, 'name it in src/kernel/http/description/named-parts.ts').toEqual([])
  const names = Object.keys(namedParts).filter((name) => !(name in description.components.schemas))
  expect(names, 'they name nothing any more').toEqual([])
})

/** Texts that show what one looks like, rates with places of their own, and a row as it was sent. */
const notAmounts =
  /^(?:Locales\.data|(?:createF|F)eeType|Article(?:RowSent)?|updateArticle(?:sInBulk)?)\./

test('amounts and currencies are of one type each', () => {
  const others = new Set<string>()
  for (const [name, part] of written) {
    walk(part, name, ({ properties = {} }, at) => {
      for (const [field, schema] of Object.entries(properties)) {
        const kind = /amount$/i.test(field) ? 'Amount' : /currency$/i.test(field) ? 'Currenc' : ''
        const text = JSON.stringify([schema.$ref, schema.anyOf])
        const place = `${at}.${field}`
        if (kind !== '' && !text.includes(kind) && !notAmounts.test(place)) others.add(place)
      }
    })
  }
  expect([...others]).toEqual([])
})

/** Not the names of our own events, nor by what rows are sorted. */
const isOfPeople = (list: string) => /^\["[A-Z]/.test(list)

const told = { summary: 'Do', handle: unused }

test('a schema with an id is written once, wherever it goes in and comes out', () => {
  const Same = z.object({ a: z.string() }).meta({ id: 'TestSame' })
  const Holder = z.strictObject({ inner: Same, other: Same.optional() }).meta({ id: 'TestHolder' })
  const { all, said } = onlyOne(
    operation('PUT /roles/{id}', 'ReadRole', {
      ...told,
      names: { entity: Role },
      body: Holder,
      returns: Holder,
    }),
  )
  const same = { $ref: '#/components/schemas/TestSame' }
  expect(all.components.schemas['TestHolder']?.properties).toEqual({ inner: same, other: same })
  const [, answer] = successOf(said)
  const { schema } = answer.content!['application/json']!
  expect(schema).toEqual({ $ref: '#/components/schemas/TestHolder' })
  expect(said.requestBody?.content['application/json']?.schema.properties).toMatchObject({
    inner: same,
    other: same,
  })
})

test.each([
  ['an object', z.object({ a: z.string() })],
  ['a text', z.enum(['A', 'B'])],
  ['one of several', z.union([z.string(), z.object({ a: z.string() })])],
])('%s with an id that may be null is that or null, and never null by its name', (_, schema) => {
  const Named = schema.meta({ id: 'TestNamed' })
  const View = z.object({
    first: Named.nullable().meta({ description: 'It, or nothing.' }),
    maybe: Named.nullish(),
    surely: Named,
    said: Named.describe('Said of it.'),
  })
  const { all, said } = onlyOne(operation('GET /roles', 'ReadRole', { ...told, returns: View }))
  const [, answer] = successOf(said)
  const { properties, required } = answer.content!['application/json']!.schema
  const reference = { $ref: '#/components/schemas/TestNamed' }
  const orNull = [reference, { type: 'null' }]
  expect(properties?.['first']).toEqual({ anyOf: orNull, description: 'It, or nothing.' })
  expect(properties?.['maybe']).toEqual({ anyOf: orNull })
  expect(properties?.['surely']).toEqual(reference)
  expect(required).toEqual(['first', 'surely', 'said'])
  const validate = new Ajv2020({ strict: false }).compile(all.components.schemas['TestNamed']!)
  expect(validate(null)).toBe(false)
})

test('what zod knows of text, numbers and names is said, also where there may be nothing', () => {
  const day = z.iso.date()
  const body = z.strictObject({
    word: z.string().trim().min(1).max(9).nullable(),
    code: z.string().regex(/^A/).regex(/Z$/),
    rate: z.number().multipleOf(0.01).nullish(),
    day,
    instant: z.iso.datetime().nullable(),
    bytes: z.base64(),
    named: z.record(z.string().trim().min(1), day),
    keyed: z.record(z.enum(['a', 'b']), day),
    kind: z.literal(['A', 'B']),
  })
  const { said } = onlyOne(operation('POST /roles', 'ReadRole', { ...told, body }))
  const written = said.requestBody?.content['application/json']?.schema.properties
  expect(written).toMatchObject({
    word: { type: ['string', 'null'], minLength: 1, maxLength: 9, pattern: '\\S' },
    code: { allOf: [{ pattern: '^A' }, { pattern: 'Z$' }] },
    rate: { type: ['number', 'null'], multipleOf: 0.01 },
    day: { type: 'string', format: 'date' },
    instant: { type: ['string', 'null'], format: 'date-time', pattern: 'Z$' },
    bytes: { contentEncoding: 'base64' },
    named: { propertyNames: { type: 'string', minLength: 1, pattern: '\\S' } },
    keyed: { propertyNames: { enum: ['a', 'b'] }, required: ['a', 'b'] },
    kind: { type: 'string', enum: ['A', 'B'] },
  })
})

test('a schema that is the body of one operation and a part of another is written into both', () => {
  const Address = z.strictObject({ city: z.string() })
  const Person = z.strictObject({ address: Address })
  const all = described({
    one: operation('POST /roles', 'ReadRole', { ...told, body: Address }),
    two: operation('POST /roles/search', 'ReadRole', { ...told, body: Person }),
  })
  const bodyOf = (path: string) =>
    all.paths[path]?.post?.requestBody?.content['application/json']?.schema
  expect(bodyOf('/roles/search')?.properties?.['address']).toEqual(bodyOf('/roles'))
})

test('a schema that holds itself is described, and has an example that ends', () => {
  const Node = z
    .object({
      name: z.string(),
      get parent() {
        return Node.nullable()
      },
      get below() {
        return z.array(Node)
      },
    })
    .meta({ id: 'TestNode' })
  const { all, said } = onlyOne(
    operation('GET /roles/{id}', 'ReadRole', { summary: 'Read', returns: Node, handle: unused }),
  )
  const [, answer] = successOf(said)
  const { example } = answer.content!['application/json']!
  expect(Node.safeParse(example).success).toBe(true)
  expect(all.components.schemas['TestNode']?.properties?.['below']).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/TestNode' },
  })
})

test('two schemas with one id, or one that cannot be described, are named', () => {
  const a = z.object({ a: z.string() }).meta({ id: 'TestTwice' })
  const b = z.object({ b: z.string() }).meta({ id: 'TestTwice' })
  const read = (returns: z.ZodType) =>
    operation('GET /roles/{id}', 'ReadRole', { ...told, returns })
  expect(() => described({ readA: read(a), readB: read(b) })).toThrow(/TestTwice.*readB.*readA/)
  const odd = { readC: read(z.object({ at: z.date() })) }
  expect(() => described(odd)).toThrow(/answer of readC.*Date/)
  const changed = { readD: read(z.object({ at: z.string().default('now') })) }
  expect(() => described(changed)).toThrow(/answer of readD.*default/)
})

test('the statuses follow from the declaration, as the runner has them', () => {
  const View = z.object({ id: z.string(), version: z.int() })
  const status = (one: Operation) => successOf(onlyOne(one).said)
  const [created, answer] = status(
    operation('POST /roles', 'CreateRoles', { summary: 'Create', returns: View, handle: unused }),
  )
  expect(created).toBe('201')
  expect(Object.keys(answer.headers ?? {})).toEqual([
    'X-Request-Id',
    'ETag',
    'Location',
    'Idempotency-Replayed',
  ])
  const bare = { summary: 'Do', handle: unused }
  expect(status(operation('PUT /roles/{id}', 'ReadRole', bare))[0]).toBe('204')
  expect(status(operation('DELETE /roles/{id}', 'ReadRole', bare))[0]).toBe('204')
  const accepted = { ...bare, returns: View, status: 202 as const }
  expect(status(operation('PUT /roles/{id}', 'ReadRole', accepted))[0]).toBe('202')
})

test('an operation that is open to all asks for no token, key or version', () => {
  const { said, all } = onlyOne(
    operation(
      'POST /login',
      { open: 'to get a token' },
      {
        summary: 'Log in',
        body: z.strictObject({ email: z.email() }),
        returns: z.object({ token: z.string() }),
        status: 200,
        refuses: ['LOGIN_FAILED'],
      },
    ).handle(unused),
  )
  expect(said.security).toEqual([])
  expect(said.parameters).toBeUndefined()
  expect(said.description).toBe('Open to all: to get a token.')
  expect(codesUnder(said, 401, all)).toEqual(['LOGIN_FAILED'])
  expect(said.responses).not.toHaveProperty('409')
})

test('a PUT may name the version, also where it declares no body', () => {
  const bare = onlyOne(
    operation('PUT /roles/{id}', 'ReadRole', {
      summary: 'Do',
      names: { entity: Role },
      handle: unused,
    }),
  ).said
  const without = onlyOne(operation('PUT /roles', 'ReadRole', { ...told, handle: unused })).said
  expect(without.requestBody).toBeUndefined()
  expect(bare.requestBody?.required).toBe(false)
  expect(bare.requestBody?.content['application/json']?.schema.properties).toHaveProperty('version')
  const post = onlyOne(operation('POST /roles', 'ReadRole', { summary: 'Do', handle: unused })).said
  expect(post.requestBody).toBeUndefined()
})

test('an id in a path is shown as the id of what stands before it', () => {
  const pathExamples = (one: Operation) =>
    onlyOne(one).said.parameters?.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'path' ? parameter.schema.examples : [],
    )
  const told = { summary: 'Do', handle: unused }
  const role = z.object({
    id: z.string().meta({ example: exampleId('Role') }),
    code: z.literal('A1'),
  })
  expect(
    pathExamples(operation('GET /users/{id}/roles', 'ReadRole', { ...told, returns: role })),
  ).toEqual([exampleId('User')])
  expect(
    pathExamples(operation('DELETE /user-groups/{id}/users/{userId}', 'ReadRole', told)),
  ).toEqual([exampleId('UserGroup'), exampleId('User')])
  expect(
    pathExamples(operation('GET /things/{code}', 'ReadRole', { ...told, returns: role })),
  ).toEqual(['A1'])
  expect(
    pathExamples(operation('GET /things/{id}', 'ReadRole', { ...told, returns: role })),
  ).toEqual([exampleId('Role')])
})
