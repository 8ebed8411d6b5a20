import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainLine } from '../../src/domain/names.ts'
import type { Wire } from '../../src/entities/columns.ts'
import { entities } from '../../src/entities/all.ts'
import { operationsOf } from '../../src/kernel/http/app.ts'
import { name } from '../../src/kernel/read/fields.ts'
import { areas } from '../../src/operations.ts'

// Names of files are not refused but cleaned: `plainFilename`.
const isName = /^name$|^title$|[a-z](?:Name|Title)$/

/** Names that nobody sends. */
const notSent: Readonly<Record<string, string>> = {
  'Automation.savedByName': 'that of a user, an account or a token',
  'BackgroundTask.requestedByName': 'that of a user, an account or a token',
  'BackgroundTask.taskName': 'a word of the platform',
  'Changelog.principalName': 'that of a user, an account or a token',
  'Event.name': 'a word of the platform',
  'InternalRequest.requestedByName': 'that of a user, an account or a token',
  'Journal.principalName': 'that of a user, an account or a token',
  'Schedule.requestedByName': 'that of a user, an account or a token',
  'SystemErrand.title': 'the platform’s sentence about what has a name',
}

const named = entities.flatMap(({ meta }) =>
  Object.entries(meta.properties as Record<string, { wire?: Wire }>)
    .filter(([property]) => isName.test(property))
    .map(([property, { wire }]) => ({ column: `${meta.className}.${property}`, wire })),
)

test('every column that holds what something is called is of the one kind', () => {
  const others = named
    .filter(({ wire }) => !(wire?.form === 'text' && wire.isName))
    .map(({ column }) => column)
  expect(others.toSorted()).toEqual(Object.keys(notSent).toSorted())
  expect(named.length).toBeGreaterThan(20)
})

/** Each text in a body that is called so, by the way to it. */
function namesIn(schema: z.core.JSONSchema.BaseSchema, way = ''): [string, string | undefined][] {
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
    oneOf = [],
    additionalProperties,
  } = schema
  const inner = [...anyOf, ...allOf, ...oneOf, items, additionalProperties].flat()
  return [
    ...Object.entries(properties).flatMap(([field, of]) => {
      if (typeof of === 'boolean') return []
      const texts = [of, ...(of.anyOf ?? [])].filter(
        (each) => each.type === 'string' && each.enum === undefined && each.const === undefined,
      )
      const own = isName.test(field) ? texts.map((each) => each.pattern) : []
      return [
        ...own.map((pattern): [string, string | undefined] => [`${way}/${field}`, pattern]),
        ...namesIn(of, `${way}/${field}`),
      ]
    }),
    ...inner.flatMap((each) => (typeof each === 'object' ? namesIn(each, way) : [])),
  ]
}

test('every body takes what something is called by the one schema', () => {
  const wrong = new Set<string>()
  let right = 0
  for (const {
    name: operation,
    operation: { method, path, declared },
  } of operationsOf(areas)) {
    if (declared.body === undefined || path.endsWith('search')) continue
    const body = z.toJSONSchema(declared.body, { io: 'input', unrepresentable: 'any' })
    for (const [way, pattern] of namesIn(body)) {
      if (pattern === plainLine.source) right++
      else wrong.add(`${method} ${operation} ${way}`)
    }
  }
  expect([...wrong].toSorted()).toEqual([])
  expect(right).toBeGreaterThan(20)
})

describe('a name', () => {
  const takes = (text: string) => name(200).safeParse(text).success

  test.each([
    'Nordic Timber AB',
    'Åkesson & Söner',
    'O’Brien/Müller (Sweden)',
    'Booking.com',
    '日本株式会社',
    'شرکت نمونه',
    'می‌خواهم',
    'Late 👩‍💻 ⚠️',
    '  trimmed  ',
  ])('may be %j', (text) => {
    expect(takes(text)).toBe(true)
  })

  test.each([
    'Kim\nBcc: all@example.com',
    'Kim\r\nSubject: x',
    'Kim\u0000',
    'Kim\u0085',
    'Kim\u2028next',
    'Pay\u200ber',
    'Pay\u00ader',
    'Pay\ufeffer',
    '\u202eBA rebmiT',
    'Payer\u2066\u2069',
    '\u200fPayer',
    'Pay\u2060er',
    'Pay\u{e0065}er',
    '\u3164',
    'Go to https://example.com',
    'http\uff1a\uff0f\uff0fexample.com',
    'See www.example.com',
    'See ｗｗｗ.example.com',
    ' ',
  ])('is never %j', (text) => {
    expect(takes(text)).toBe(false)
  })
})
