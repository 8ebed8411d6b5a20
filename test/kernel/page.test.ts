import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  dates,
  exact,
  filtersFromQuery,
  flag,
  instants,
  range,
  text,
} from '../../src/kernel/read/filter.ts'
import { decodeCursor, encodeCursor } from '../../src/kernel/read/page.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { seed } from '../support/seed.ts'

const key = randomBytes(32)

describe('a cursor', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null))

  test(`gives back what it was made of (SEED=${seed})`, () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), fc.string(), (values, list) => {
        expect(decodeCursor(encodeCursor(values, list, key), list, key)).toEqual(values)
      }),
      { seed },
    )
  })

  const invalid = (work: () => unknown) => {
    expect(work).toThrow(Refusal)
    expect(work).toThrow('The cursor does not belong to this list')
  }

  test('is of no use for another list, or under another key', () => {
    const cursor = encodeCursor(['a'], 'list', key)
    invalid(() => decodeCursor(cursor, 'another list', key))
    invalid(() => decodeCursor(cursor, 'list', randomBytes(32)))
  })

  test(`cannot be made up or changed by a bit (SEED=${seed})`, () => {
    const cursor = Buffer.from(encodeCursor(['2026-01-01', 'I1'], 'list', key), 'base64url')
    for (let bit = 0; bit < cursor.length * 8; bit++) {
      const changed = Buffer.from(cursor)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      invalid(() => decodeCursor(changed.toString('base64url'), 'list', key))
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (made) =>
        invalid(() => decodeCursor(made, 'list', key)),
      ),
      { seed },
    )
  })
})

describe('a filter accepts in a body', () => {
  const words = exact(z.enum(['A', 'B']))
  test.each([
    ['a word', words, 'A', true],
    ['words', words, ['A', 'B'], true],
    ['no words', words, [], false],
    ['another word', words, 'C', false],
    ['words with another', words, ['A', 'C'], false],
    ['a part of a word', words, { contains: 'A' }, false],
    ['a text', text(), 'x', true],
    ['a part of a text', text(), { contains: 'x' }, true],
    ['an empty part', text(), { contains: '' }, false],
    ['a part and more', text(), { contains: 'x', from: 'a' }, false],
    ['a hundred texts', text(), Array(100).fill('x'), true],
    ['more', text(), Array(101).fill('x'), false],
    ['a day', dates(), '2028-02-29', true],
    ['no day', dates(), '2026-02-29', false],
    ['days from', dates(), { from: '2026-01-01' }, true],
    ['days to', dates(), { to: '2026-01-01' }, true],
    ['days from nowhere to nowhere', dates(), {}, false],
    ['a year beyond all', dates(), '999999-01-01', false],
    ['a year that was not', dates(), '0000-01-01', false],
    ['a year that was', dates(), '0001-01-01', true],
    ['an instant of no year', instants(), '0000-01-01T00:00:00Z', false],
    ['an instant', instants(), '2026-01-01T00:00:00Z', true],
    ['an instant elsewhere', instants(), '2026-01-01T00:00:00+02:00', true],
    ['an instant far elsewhere', instants(), '2026-01-01T00:00:00+18:33', true],
    ['an instant before all years', instants(), '0001-01-01T00:00:00+18:33', false],
    ['an instant after all years', instants(), '9999-12-31T23:00:00-18:33', false],
    ['an instant nowhere', instants(), '2026-01-01T00:00:00', false],
    ['numbers between', range(z.int()), { from: 1, to: 2 }, true],
    ['a truth', flag(), true, true],
    ['a word for a truth', flag(), 'true', false],
  ])('%s', (_, filter, asked, accepted) => {
    expect(filter.body.safeParse(asked).success).toBe(accepted)
  })
})

test('query parameters ask what a body would', () => {
  const filters = { status: exact(), name: text(), day: dates(), active: flag(), id: exact() }
  const asked = {
    status: ['A', 'B'],
    'name.contains': 'x',
    'day.from': '2026-01-01',
    'day.to': '2026-01-31',
    active: 'false',
    limit: 5,
  }
  expect(filtersFromQuery(asked, filters)).toEqual({
    status: ['A', 'B'],
    name: { contains: 'x' },
    day: { from: '2026-01-01', to: '2026-01-31' },
    active: false,
  })
})
