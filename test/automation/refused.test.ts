import { describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { worldWithTenant } from '../support/world.ts'
import { automationsOf, note } from './running.ts'

const { at, tenant } = await worldWithTenant()
const { made, on } = automationsOf(at, tenant)

const leaf = { field: 'event', operator: 'EQ', value: 'created' }
const deep = (levels: number): object => (levels === 0 ? leaf : { not: deep(levels - 1) })
const balance = (operator: string, of: unknown) => ({
  field: 'invoice.balance',
  operator,
  value: of,
})
const second = '/rules/0/conditions/all/1'
const value = '/rules/0/conditions/value'
const conditions = (sent: unknown) => ({ rules: [{ conditions: sent, actions: [note('x')] }] })
const actions = (...sent: unknown[]) => ({ rules: [{ actions: sent }] })

const faults = [
  ['event', { event: 'flown' }, '/event', 'UNKNOWN_EVENT'],
  ['field', conditions({ ...leaf, field: 'colour' }), '/rules/0/conditions/field', 'FIELD_UNKNOWN'],
  [
    'operator',
    conditions({ ...leaf, operator: 'LIKE' }),
    '/rules/0/conditions/operator',
    'UNKNOWN_OPERATOR',
  ],
  [
    'operator of another kind',
    conditions({ ...leaf, operator: 'GT' }),
    '/rules/0/conditions/operator',
    'OPERATOR_NOT_FOR_FIELD',
  ],
  [
    'value',
    conditions({ all: [{ field: 'invoice.balance', operator: 'GT', value: 'much' }] }),
    '/rules/0/conditions/all/0/value',
    'WRONG_TYPE',
  ],
  [
    'word',
    conditions({ field: 'mainStatus', operator: 'IN', value: ['BLUE'] }),
    '/rules/0/conditions/value',
    'WRONG_TYPE',
  ],
  ['depth', conditions(deep(5)), '/rules/0/conditions/not/not/not/not/not', 'TOO_DEEP'],
  [
    'width',
    conditions({ any: Array.from({ length: 60 }, () => leaf) }),
    '/rules/0/conditions/any/49',
    'TOO_WIDE',
  ],
  ['nothing', conditions({ any: [] }), '/rules/0/conditions/any', 'WRONG_TYPE'],
  ['range', conditions({ all: [balance('GT', '5'), balance('LT', 3)] }), second, 'NEVER_HOLDS'],
  ['edge', conditions({ all: [balance('GT', '5'), balance('LTE', '5.0')] }), second, 'NEVER_HOLDS'],
  ['words', conditions({ all: [leaf, { ...leaf, value: 'activated' }] }), second, 'NEVER_HOLDS'],
  [
    'word of none',
    conditions({ all: [leaf, { ...leaf, operator: 'NOT_IN', value: ['created', 'closed'] }] }),
    second,
    'NEVER_HOLDS',
  ],
  [
    'absence',
    conditions({ all: [{ all: [balance('GT', '5')] }, balance('EXISTS', false)] }),
    second,
    'NEVER_HOLDS',
  ],
  [
    'choice without one',
    conditions({
      all: [
        { any: [balance('EQ', 1), { all: [balance('NE', 3), balance('LT', 2)] }] },
        balance('GTE', 2),
      ],
    }),
    '/rules/0/conditions/all/0/any/0',
    'NEVER_HOLDS',
  ],
  ['list without a word', conditions({ ...leaf, operator: 'IN', value: [] }), value, 'WRONG_TYPE'],
  ['action', actions({ type: 'LAUNCH' }), '/rules/0/actions/0/type', 'UNKNOWN_ACTION'],
  [
    'target',
    actions(note('x'), { type: 'PAUSE_INVOICE', on: 'CLIENT' }),
    '/rules/0/actions/1/on',
    'NOT_FOR_EVENT',
  ],
  [
    'params',
    actions({ type: 'PAUSE_INVOICE', params: { days: 'ten' } }),
    '/rules/0/actions/0/params/days',
    'WRONG_TYPE',
  ],
] as const

describe('what is refused, with its place, and nothing changed', () => {
  test.each(faults)('%s', async (_, sent, pointer, code) => {
    const count = async () => (await at.owner('select count(*)::int as n from automation'))[0]
    const before = await count()
    const { status, body } = await made(sent)
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer, code }],
    })
    expect(await count()).toEqual(before)
  })

  test.each([
    [[balance('GTE', '5'), balance('LTE', 5)]],
    [[balance('GT', 3), balance('LT', '3.01'), balance('NE', '3.005')]],
    [[leaf, { ...leaf, operator: 'IN', value: ['created', 'activated'] }]],
    [[leaf, { not: leaf }]],
    [[leaf, { any: [leaf, { ...leaf, value: 'activated' }] }]],
    [[balance('EXISTS', false), balance('NE', 5)]],
  ])('but nothing that may hold, or that is not plain: %j', async (all) => {
    expect((await made(conditions({ all }))).status).toBe(201)
  })

  test.each([
    [
      'label',
      actions({ type: 'ADD_LABEL', params: { labelId: newId('Label') } }),
      '/rules/0/actions/0/params/labelId',
    ],
    ['client', { clientId: newId('Client') }, '/clientId'],
    [
      'reason',
      actions({ type: 'STOP_INVOICE', params: { reasonCode: 'NONE' } }),
      '/rules/0/actions/0/params/reasonCode',
    ],
  ])('a %s that is not there', async (_, sent, pointer) => {
    const { status, body } = await made(sent)
    expect({ status, errors: body.errors }).toMatchObject({ status: 404, errors: [{ pointer }] })
  })

  test('an automation or rule too many', async () => {
    const id = await on({ enabled: false })
    for (let n = 0; n < 20; n++)
      await tenant.api.post(`/automation/${id}/rules`, { actions: [note('x')] })
    const more = await tenant.api.post(`/automation/${id}/rules`, { actions: [note('x')] })
    expect(more.body.code).toBe('AUTOMATIONS_FULL')
    const there = (await tenant.api.get(`/automation/${id}/rules?limit=100`)).body.data
    expect(there.length).toBe(20)
    expect((await tenant.api.delete(`/automation/rules/${there[0].id}`)).status).toBe(204)
    await at.owner(
      `insert into automation select a.* from automation x cross join generate_series(10, 59) n
       cross join lateral
         jsonb_populate_record(x, jsonb_build_object(
           'id', overlay(x.id::text placing n::text from 1),
           'enabled', true)) a where x.id = $1`,
      [id],
    )
    expect((await made({})).body.code).toBe('AUTOMATIONS_FULL')
    expect((await made({ enabled: false })).status).toBe(201)
  })
})

test('the catalogues say what there is, of what the caller receives', async () => {
  const reader = await tenant.holding(['ReadAutomations', 'ReadInvoices'])
  const { body } = await reader.get('/automation/events')
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
    'INVOICE',
    'INVOICE_BALANCE',
    'AUTOMATION',
  ])
  const names = body.data[0].fields.map(({ name }: { name: string }) => name)
  expect(names).toContain('invoice.balance')
  expect(names).not.toContain('debtor.name')
  const actions = (await reader.get('/automation/actions')).body.data
  expect(actions.length).toBe(10)
})
