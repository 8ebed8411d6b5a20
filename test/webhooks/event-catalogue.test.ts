import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { life } from '../../src/domain/life.ts'
import { entities } from '../../src/entities/all.ts'
import { eventsOfDebtor } from '../../src/entities/debtor-sees.ts'
import { eventsOf, families } from '../../src/entities/events.ts'
import { bySettings } from '../../src/entities/reach.ts'
import { factsOf } from '../../src/entities/table.ts'
import { familyCatalogue } from '../../src/kernel/http/description/webhooks.ts'

interface Promised {
  events: string[]
  rights: string[]
  shows: string[]
}

const promised = JSON.parse(readFileSync('test/webhooks/event-catalogue.json', 'utf8')) as Readonly<
  Record<string, Promised>
>

test('what subscribers were promised is what the tables mean: families, events, rights, contents', () => {
  const meant = familyCatalogue().map(({ type, events }) => [
    type,
    {
      events: events.toSorted(),
      rights: families.get(type)?.rights,
      shows: families.get(type)?.shows ?? [],
    },
  ])
  expect(Object.fromEntries(meant)).toEqual(promised)
})

const meanings = entities.flatMap(({ meta }) =>
  Object.entries(factsOf(meta.tableName).events ?? {}).map(
    ([type, events]) => [`${meta.className} in ${type}`, meta, events] as const,
  ),
)

describe.each(meanings)('the events of %s', (_, meta, { means, shows = [], currency }) => {
  const properties = meta.properties as Record<string, { items?: unknown[] } | undefined>

  test('speak of fields that it has, and of values that these can take', () => {
    const fields = means.flatMap(({ when }) => (typeof when === 'object' ? [when] : []))
    for (const { field, becomes } of fields) {
      expect(properties, field).toHaveProperty(field)
      const values = properties[field]?.items
      if (becomes !== undefined && values !== undefined) expect(values).toContain(becomes)
    }
    for (const field of [...shows, ...(currency === undefined ? [] : [currency])]) {
      expect(properties, field).toHaveProperty(field)
    }
  })
})

test('every table that is not silent, nor a record, means something by its changes', () => {
  const meansNothing = entities
    .map(({ meta }) => factsOf(meta.tableName))
    .filter(({ events, silent, record }) => events === undefined && !silent && !record)
    .map(({ table }) => table)
  expect(meansNothing.toSorted()).toEqual(withoutEvents)
})

/**
 * The platform's own; the roles of a token, which stand as they were when it was issued; and what
 * an account controls of unplaced payments, which tell of themselves.
 */
const withoutEvents = [
  'idempotency',
  'login_attempt',
  'outbox',
  'policy_version',
  'rate_use',
  'tenant',
  'token_role',
  'unallocated_item',
]

test('a debtor receives of the families of which a debtor sees events', () => {
  const received = [...families.values()].filter(({ toDebtor }) => toDebtor !== undefined)
  const seen = [...eventsOfDebtor(bySettings).matchAll(/'([A-Z_]+)'/g)].map(([, type]) => type)
  expect(received.map(({ type }) => type).toSorted()).toEqual(seen.toSorted())
})

test('the particular stands before the general, and each family has its own events', () => {
  const becoming = (fields: Record<string, { to: unknown }>) =>
    eventsOf(factsOf('invoice'), { action: 'UPDATED', fields, entity: {} })
  expect(becoming({ mainStatus: { to: 'PAUSED' }, pausedFrom: { to: 'ACTIVATED' } })).toEqual([
    { type: 'INVOICE', name: 'paused' },
  ])
  expect(becoming({ mainStatus: { to: 'ACTIVATED' }, pausedFrom: { to: null } })).toEqual([
    { type: 'INVOICE', name: 'resumed' },
  ])
  expect(becoming({ balance: { to: 0n } })).toEqual([
    { type: 'INVOICE', name: 'updated' },
    { type: 'INVOICE_BALANCE', name: 'changed' },
  ])
  expect(
    eventsOf(factsOf('voucher_posting'), { action: 'CREATED', fields: {}, entity: {} }),
  ).toEqual([])
})

test('a life means one event by coming to a status, whichever verb leads there', () => {
  const made = (second: string) =>
    life('thing', 'NOT_FOUND', ['A', 'B'], {
      stop: { from: ['A'], to: 'B', event: 'stopped' },
      end: { from: ['A'], to: 'B', event: second },
    })
  expect(made('stopped').events('status')).toEqual([
    { when: { field: 'status', becomes: 'B' }, name: 'stopped' },
  ])
  expect(() => made('ended').events('status')).toThrow('no one status that means ended')
  const stay = life('thing', 'NOT_FOUND', ['A'], { touch: { from: ['A'], event: 'touched' } })
  expect(() => stay.events('status')).toThrow('no one status that means touched')
})
