import { expect, test } from 'vitest'
import { z } from 'zod'
import { textFor } from '../../src/kernel/http/description/pattern.ts'
import { pageOf } from '../../src/kernel/read/page.ts'
import { exampleId } from '../../src/entities/ids.ts'
import { describe } from '../../src/kernel/http/description/openapi.ts'
import { operation } from '../../src/kernel/http/operation.ts'

/** The example of a body, or of an answer, as the description has it. */
function exampleOf(schema: z.ZodType, as: 'body' | 'returns'): unknown {
  const declared = { summary: 'Do', status: 200 as const, [as]: schema }
  const one = operation('POST /things', 'ReadRole', declared).handle(async () => undefined)
  const { paths } = describe([{ area: 'access', room: 'things', name: 'doIt', operation: one }])
  const said = paths['/things']?.post
  const part = as === 'body' ? said?.requestBody : said?.responses['200']
  return part?.content?.['application/json']?.example
}

const patterns = [
  '^[A-Z0-9][A-Z0-9_.-]{0,39}$',
  '^C\\.[0-9A-HJKMNP-TV-Z]{26}$',
  '^\\d{4}-\\d{2}$',
  '^(?:SE|NO)\\d{2,4}(?:-[a-z]+)?$',
  '^-?\\d{1,15}(?:\\.\\d{1,6})?$',
  '^(?=.*\\d)[a-z\\d]{8,}$',
  '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
  '^https://.+',
  '\\S',
  '^(?<year>\\d{4})\\/Q[1-4]$',
  '^[\\w.-]{3,10}$',
  '^\\u0041\\x42$',
]

test.each(patterns)('a text is found for %s', (pattern) => {
  expect(textFor(pattern)).toMatch(new RegExp(pattern))
})

test('a text is as long as asked, or there is none', () => {
  expect(textFor('^[a-z]+$', (text) => text.length >= 12)).toHaveLength(12)
  expect(textFor('^a$', (text) => text.length > 1)).toBeUndefined()
})

const schemas = {
  'a plain object': z.strictObject({ name: z.string(), active: z.boolean() }),
  'numbers in bounds': z.object({ a: z.int().min(7), b: z.number().gt(2).lt(3).multipleOf(0.5) }),
  'a multiple': z.object({ limit: z.int().multipleOf(30) }),
  'texts in bounds': z.object({ name: z.string().max(3), note: z.string().min(90).max(100) }),
  'trimmed text': z.object({ other: z.string().trim().min(1) }),
  'every format': z.object({
    a: z.email(),
    b: z.url(),
    c: z.uuid(),
    d: z.iso.date(),
    e: z.iso.datetime(),
    f: z.iso.datetime({ offset: true }),
    g: z.ipv4(),
    h: z.iso.time(),
    i: z.iso.duration(),
    j: z.base64(),
    k: z.hex(),
  }),
  'a union': z.union([z.strictObject({ to: z.string() }), z.array(z.string())]),
  'a tagged union': z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('A'), value: z.int() }),
    z.strictObject({ kind: z.literal('B') }),
  ]),
  'nullable and optional': z.object({ a: z.iso.date().nullable(), b: z.enum(['X']).optional() }),
  'a default': z
    .strictObject({ a: z.string().default(''), b: z.int().default(5) })
    .default(() => ({ a: '', b: 5 })),
  'an intersection': z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })),
  'a record': z.record(z.string().regex(/^[a-z]+$/), z.string()),
  'a record of known keys': z.record(z.enum(['a', 'b']), z.int()),
  'a list of several': z.array(z.email()).min(2),
  'a tuple': z.tuple([z.string(), z.int()]),
  'further fields': z.object({ a: z.string() }).catchall(z.string()),
  anything: z.object({ a: z.unknown() }),
  'a sequence': z
    .string()
    .transform((text) => text.length)
    .pipe(z.int()),
} satisfies Record<string, z.ZodType>

test.each(Object.entries(schemas))('an example of %s is accepted by it', (_, schema) => {
  const example = exampleOf(schema, 'body')
  expect(example).not.toBeUndefined()
  expect(schema.safeParse(example)).toMatchObject({ success: true })
})

test('an example that is given is taken, from a field or from the whole', () => {
  const given = z.object({
    reference: z.string().meta({ example: 'OCR 42' }).optional(),
    price: z.object({ a: z.string() }).meta({ example: { a: '12.50' } }),
  })
  expect(exampleOf(given, 'returns')).toEqual({
    reference: 'OCR 42',
    price: { a: '12.50' },
  })
})

test('an example of a page is that of the last one', () => {
  const schema = pageOf(z.object({ clientId: z.string() }))
  expect(exampleOf(schema, 'returns')).toEqual({
    data: [{ clientId: exampleId('Client') }],
    hasMore: false,
    nextCursor: null,
  })
})

test('what only makes sense after an earlier answer is left out of an example', () => {
  const search = z.strictObject({
    filters: z.strictObject({ a: z.string(), b: z.string() }).partial(),
    cursor: z.string().optional(),
    count: z.boolean().optional(),
    version: z.int().optional(),
  })
  expect(exampleOf(search, 'body')).toEqual({ filters: { a: 'text' } })
})
