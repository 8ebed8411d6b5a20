import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { describeByArea } from '../support/served.ts'
import { anotherThan, everyList, listMatrix, ListStage, type ListOf } from './list-matrix.ts'

describe('as it is', () => listMatrix({}))

let at: World
let mine: TestTenant
let other: TestTenant

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

describeByArea(everyList, (ofArea) => {
  beforeAll(async () => {
    mine = await tenantIn(at, 'Mine')
    other = await tenantIn(at, 'Other')
  })

  describe.each(ofArea)('$route', askList)
})

/** What says something else tomorrow than what is stored; `test/invoices/due-day.test.ts` asks for it. */
const ofTheDay: Readonly<Record<string, readonly string[]>> = {
  ledgerStatus: ['NOT_DUE', 'PARTLY_PAID', 'DUE', 'OVERDUE'],
}

function askList(list: ListOf): void {
  let stage: ListStage
  let ofOther: ListStage
  const { filterFields, sortFields } = list.lists.table

  beforeAll(async () => {
    stage = new ListStage(at, mine, list)
    ofOther = new ListStage(at, other, list)
    await stage.fill()
    await ofOther.fill()
  })

  test.each(filterFields)('filters by %s in each form that it offers', async (field) => {
    const column = stage.columnOf(field)
    const [row] = await at.owner(
      `select id, ${column} as value from ${stage.table}
       where id = any($1) and ${column} is not null and ${column}::text <> all ($2)
       order by id limit 1`,
      [await stage.expected(['id']), ofTheDay[field] ?? []],
    )
    const raw = row!['value']
    const value = raw instanceof Date ? raw.toISOString() : raw
    for (const { asked, where, values } of formsOf(list, field, column, value)) {
      const { body, status } = await stage.ask({ filters: { [field]: asked }, limit: 500 })
      expect(status, JSON.stringify(body)).toBe(200)
      const ids = body.data.map(({ id }: { id: string }) => id)
      const expected = await stage.expected(['id'], where, values, [field])
      expect(ids.toSorted(), where).toEqual(expected.toSorted())
    }
  })

  const pointerOf = (name: string) =>
    list.one.operation.method === 'GET' ? `?${name}` : `/filters/${name}`

  test('refuses a filter and a sort that it does not know', async () => {
    for (const name of ['notKnown', 'tenantId', 'tenant_id', '__proto__', 'constructor']) {
      const filters = JSON.parse(`{"${name}":"x"}`) as Record<string, unknown>
      const { status, body } = await stage.ask({ filters })
      expect(status, name).toBe(400)
      expect(body.code).toBe('VALIDATION_FAILED')
      expect(body.errors[0].pointer).toBe(pointerOf(name))
      expect((await stage.ask({ sort: [name] })).status, name).toBe(400)
    }
    expect((await stage.ask({ sort: ["name'; drop table token; --"] })).status).toBe(400)
    expect((await stage.ask({ sort: Array(6).fill(sortFields[0]) })).status).toBe(400)
  })

  test.each([0, -1, 501, 'abc', 1.5, '1e9', ''])('refuses the limit %j', async (limit) => {
    const { status, body } = await stage.ask({ limit })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toMatch(/^[/?]limit$/)
  })

  test('goes on only with a cursor of its own', async () => {
    const [one, two] = [sortFields[0]!, `-${sortFields[0]}`]
    const from = async (of: ListStage, asked: object) =>
      (await of.ask({ limit: 1, ...asked })).body.nextCursor as string
    const cursor = await from(stage, { sort: [one] })
    expect((await stage.ask({ sort: [one], cursor })).status).toBe(200)
    const another = new ListStage(at, mine, anotherThan(list))
    await another.fill()
    const foreign: [why: string, asked: object][] = [
      ['another sort', { sort: [two], cursor }],
      ['another tenant', { sort: [one], cursor: await from(ofOther, { sort: [one] }) }],
      ['another list', { sort: [one], cursor: await from(another, {}) }],
      ['nobody', { sort: [one], cursor: 'bm90IGEgY3Vyc29y' }],
      ['a forger', { sort: [one], cursor: forged(cursor) }],
    ]
    const filter = filterFields.find((name) => name.endsWith('At') || name === 'at')
    if (filter !== undefined) {
      const filters = { [filter]: { from: '2020-01-01T00:00:00Z' } }
      foreign.push(['other filters', { sort: [one], cursor, filters }])
    }
    for (const [why, asked] of foreign) {
      const { status, body } = await stage.ask(asked)
      expect(status, why).toBe(400)
      expect(body.code, why).toBe('CURSOR_INVALID')
    }
  })
}

function forged(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  return Buffer.from(text.replace(/"([^"]*)"\]$/, '"$1x"]')).toString('base64url')
}

interface Form {
  asked: unknown
  where: string
  values: unknown[]
}

/** Which forms a filter takes is told by its schema: it accepts them or not. */
function formsOf(list: ListOf, field: string, column: string, value: unknown): Form[] {
  const { body } = list.lists.table.filters[field]!
  const part = String(value).slice(1, 4).toUpperCase()
  const is = `${column} = $2`
  const forms: Form[] = [
    { asked: value, where: is, values: [value] },
    { asked: [value], where: is, values: [value] },
    { asked: { from: value }, where: `${column} >= $2`, values: [value] },
    { asked: { to: value }, where: `${column} <= $2`, values: [value] },
    { asked: { from: value, to: value }, where: is, values: [value] },
    { asked: { contains: part }, where: `strpos(upper(${column}), $2) > 0`, values: [part] },
  ]
  return forms.filter(({ asked }) => body.safeParse(asked).success)
}
