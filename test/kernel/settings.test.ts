import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { registered } from '../../src/activities/areas.ts'
import { settingLevels, type SettingLevel } from '../../src/domain/settings.ts'
import {
  changeSchemaOf,
  chosenUnderKeys,
  chosenWith,
  refuseNotYetInUse,
  resolved,
  setting,
  settingGroup,
  type SettingTree,
} from '../../src/kernel/read/setting.ts'
import { seed } from '../support/seed.ts'

const group = settingGroup('test', 'BILLING', {
  days: setting(z.int(), 30),
  account: setting(z.object({ n: z.int(), bic: z.string().optional() }).nullable(), null),
  list: setting(z.array(z.int()), []),
  own: setting(z.string().nullable(), null, { levels: ['CLIENT'] }),
  colours: {
    primary: setting(z.string(), 'black'),
    text: setting(z.string(), 'grey', { until: 'pages are coloured' }),
  },
})

describe('what is chosen', () => {
  test.each([
    [{ days: 1 }, { list: [3] }, { days: 1, list: [3] }],
    [{ list: [1, 2] }, { list: [3] }, { list: [3] }],
    [{ account: { n: 1, bic: 'x' } }, { account: { n: 2 } }, { account: { n: 2 } }],
    [{ account: { n: 1 } }, { account: null }, { account: null }],
    [
      { colours: { primary: 'a' } },
      { colours: { text: 'b' } },
      { colours: { primary: 'a', text: 'b' } },
    ],
    [{ days: 1 }, { days: undefined }, { days: 1 }],
    [{ days: 1 }, { unknown: 1 }, { days: 1 }],
  ])('%j, with %j sent, is %j', (was, sent, is) => {
    expect(chosenWith(group, was, sent)).toEqual(is)
  })

  test('is an empty value too, and its source says who chose it', () => {
    const CLIENT = { own: null, colours: { primary: 'red' } }
    const TENANT = chosenUnderKeys(group, {
      'test.account': { is: { n: 1 } },
      'test.colours.primary': { is: 'blue' },
      'test.own': { is: 'not the tenant’s to say' },
      'other.days': { is: 1 },
    })
    expect(resolved(group, { CLIENT, TENANT })).toEqual({
      values: {
        days: 30,
        account: { n: 1 },
        list: [],
        own: null,
        colours: { primary: 'red', text: 'grey' },
      },
      sources: {
        days: 'DEFAULT',
        account: 'TENANT',
        list: 'DEFAULT',
        own: 'CLIENT',
        'colours.primary': 'CLIENT',
        'colours.text': 'DEFAULT',
      },
    })
  })

  test('is refused at its place where nothing would come of it yet', () => {
    refuseNotYetInUse(group, { colours: { text: 'grey' }, days: 3 })
    expect(() => refuseNotYetInUse(group, { colours: { text: 'red' } })).toThrow(
      expect.objectContaining({
        code: 'NOT_YET_IN_USE',
        facts: expect.objectContaining({
          errors: [expect.objectContaining({ pointer: '/colours/text' })],
        }),
      }),
    )
  })

  test('is read as strictly as it is declared', () => {
    const change = changeSchemaOf(group)
    expect(change.safeParse({ colours: { primary: 'red' } }).success).toBe(true)
    expect(change.safeParse({}).success).toBe(true)
    for (const wrong of [{ day: 1 }, { days: '1' }, { colours: { border: 'x' } }, { days: null }]) {
      expect(change.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
    }
  })
})

describe('settings at random', () => {
  const names = ['a', 'b', 'c', 'd', 'e'] as const
  const levels = fc.subarray([...settingLevels], { minLength: 1 })
  const declared = fc.record({ usual: fc.nat(9), levels, within: fc.boolean() })
  const trees = fc.tuple(...names.map(() => declared))
  const choices = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.option(fc.nat(99), { nil: undefined })])),
  )
  const chosen = fc.record(
    Object.fromEntries(settingLevels.map((level) => [level, choices])) as Record<
      SettingLevel,
      typeof choices
    >,
  )

  test(`are what the nearest level says that may say it (SEED=${seed})`, () => {
    fc.assert(
      fc.property(trees, chosen, (facts, by) => {
        const tree: SettingTree = Object.fromEntries(
          facts.map(({ usual, levels: at, within }, n) => {
            const one = setting(z.int(), usual, { levels: at })
            return [names[n]!, within ? { inner: one } : one]
          }),
        )
        const nested = (level: SettingLevel) =>
          Object.fromEntries(
            facts.flatMap(({ within }, n) => {
              const value = by[level][names[n]!]
              if (value === undefined) return []
              return [[names[n]!, within ? { inner: value } : value]]
            }),
          )
        const chosenBy = Object.fromEntries(settingLevels.map((level) => [level, nested(level)]))
        const found = resolved(settingGroup('any', null, tree), chosenBy)
        facts.forEach(({ usual, levels: at, within }, n) => {
          const name = names[n]!
          const nearest = settingLevels.find(
            (level) => at.includes(level) && by[level][name] !== undefined,
          )
          const value = nearest === undefined ? usual : by[nearest][name]
          const path = within ? `${name}.inner` : name
          expect(found.sources[path]).toBe(nearest ?? 'DEFAULT')
          expect(found.values[name]).toEqual(within ? { inner: value } : value)
        })
      }),
      { seed, numRuns: 500 },
    )
  })
})

describe('every setting', () => {
  const all = registered.settings.flatMap(({ kind, settings }) =>
    settings.map((each) => ({ ...each, kind })),
  )

  test('is declared once', () => {
    const keys = all.map(({ key }) => key)
    expect(keys).toHaveLength(new Set(keys).size)
    const kinds = registered.settings.flatMap(({ kind }) => kind ?? [])
    expect(kinds).toHaveLength(new Set(kinds).size)
  })

  test.each(all.map((each) => [each.key, each] as const))('%s', (key, each) => {
    // A topic that takes a second person keeps the name that requests and refusals have for it.
    expect(key).toMatch(/^[a-z][a-zA-Z]*(?:\.(?:[a-z][a-zA-Z]*|[A-Z][A-Z_]*))+$/)
    expect(each.type.safeParse(each.usual)).toEqual({ success: true, data: each.usual })
    expect(each.levels.length).toBeGreaterThan(0)
    expect(each.levels.includes('CLIENT')).toBe(each.kind !== null)
  })
})
