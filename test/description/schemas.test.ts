import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Registered } from '../../src/kernel/http/app.ts'
import { describe as describeAll } from '../../src/kernel/http/description/openapi.ts'
import { schemaBook } from '../../src/kernel/http/description/schemas.ts'
import { shapeOf } from '../../src/kernel/http/description/templates.ts'
import { operation, type Operation } from '../../src/kernel/http/operation.ts'
import { exampleId } from '../../src/domain/ids.ts'
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

test('no two paths of the description are one template under different names', () => {
  const shapes = Object.keys(description.paths).map(shapeOf)
  expect(shapes).toHaveLength(new Set(shapes).size)
})

test('operations that name the parameters of one path differently share a path', () => {
  const View = z.object({ id: z.string() })
  const all = described({
    readRole: operation('GET /roles/{id}', 'ReadRole', {
      summary: 'Read',
      returns: View,
      handle: unused,
    }),
    deleteRole: operation('DELETE /roles/{roleId}', 'DeleteRole', {
      summary: 'Delete',
      handle: unused,
    }),
    updateRole: operation('PUT /roles/{roleId}', 'ReadRole', {
      summary: 'Change',
      handle: unused,
    }),
  })
  const paths = Object.keys(all.paths).filter((path) => path.startsWith('/roles'))
  expect(paths).toEqual(['/roles/{roleId}'])
  for (const said of Object.values(all.paths['/roles/{roleId}'] ?? {})) {
    const named = said.parameters?.flatMap((one) =>
      'in' in one && one.in === 'path' ? one.name : [],
    )
    expect(named).toEqual(['roleId'])
  }
})

test('a schema with an id is written once, and twice where it differs on its way in', () => {
  const Same = z.strictObject({ a: z.string() }).meta({ id: 'TestSame' })
  const Defaulted = z.strictObject({ b: z.string().default('x') }).meta({ id: 'TestDefaulted' })
  const Holder = z.strictObject({ inner: Defaulted }).meta({ id: 'TestHolder' })
  const body = z.strictObject({ same: Same, holder: Holder })
  const answer = z.object({ same: Same, holder: Holder })
  const book = schemaBook(new Map([[body, 'body']]), new Map([[answer, 'answer']]))
  expect(Object.keys(book.components)).toEqual([
    'TestDefaulted',
    'TestDefaultedInput',
    'TestHolder',
    'TestHolderInput',
    'TestSame',
  ])
  expect(book.input(body).properties).toEqual({
    same: { $ref: '#/components/schemas/TestSame' },
    holder: { $ref: '#/components/schemas/TestHolderInput' },
  })
  expect(book.output(answer).properties?.['holder']).toEqual({
    $ref: '#/components/schemas/TestHolder',
  })
  expect(book.components['TestHolderInput']?.properties?.['inner']).toEqual({
    $ref: '#/components/schemas/TestDefaultedInput',
  })
})

test('a schema that is the body of one operation and a part of another is written into both', () => {
  const Address = z.strictObject({ city: z.string() })
  const Person = z.strictObject({ address: Address })
  const inputs = new Map<z.ZodType, string>([
    [Address, 'one'],
    [Person, 'two'],
  ])
  const book = schemaBook(inputs, new Map())
  expect(book.input(Person).properties?.['address']).toEqual(book.input(Address))
  expect(book.components).toEqual({})
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

test('two schemas with one id, or one that JSON cannot hold, are named', () => {
  const a = z.object({ a: z.string() }).meta({ id: 'TestTwice' })
  const b = z.object({ b: z.string() }).meta({ id: 'TestTwice' })
  const both = new Map<z.ZodType, string>([
    [a, 'answer of readA'],
    [b, 'answer of readB'],
  ])
  expect(() => schemaBook(new Map(), both)).toThrow(/TestTwice.*readB.*readA/)
  const odd = new Map([[z.object({ at: z.date() }), 'answer of readC']])
  expect(() => schemaBook(new Map(), odd)).toThrow(/answer of readC.*Date/)
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
    operation('PUT /roles/{id}', 'ReadRole', { summary: 'Do', handle: unused }),
  ).said
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
