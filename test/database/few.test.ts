import { afterAll, beforeAll, expect, test } from 'vitest'
import { madeWithin } from '../../src/kernel/read/moments.ts'
import { firstOf } from '../../src/kernel/read/few.ts'
import { firstIdAt } from '../../src/kernel/write/ids.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

const rowCount = 100_000
const begun = Date.UTC(2024, 0, 1)
const made = (n: number) => new Date(begun + n * 1000)
const codeOf = (n: number) => `C${String(n).padStart(6, '0')}`

let at: World
let tenant: TestTenant

// One a second, whose codes follow the time at which they were made.
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const all = Array.from({ length: rowCount }, (_, n) => n)
  await at.owner(
    `insert into reason_code (tenant_id, id, code, type, name, description, active, version,
       created_at, updated_at)
     select $1, id, code, 'STOP', code, '', true, 1, now(), now()
     from unnest($2::uuid[], $3::text[]) as r (id, code)`,
    [tenant.id, all.map((n) => firstIdAt('ReasonCode', made(n))), all.map(codeOf)],
  )
  await at.owner('vacuum analyze reason_code')
})
afterAll(() => at.close())

const asked = (from: number | undefined, to: number) => ({
  ...(from !== undefined && { from: made(from).toISOString() }),
  to: made(to).toISOString(),
})

/** Pages of the database that a page of the list by code reads. */
const blocksOf = (from: number | undefined, to: number) =>
  tenant.work(async (unit) => {
    const within = madeWithin('ReasonCode', asked(from, to))
    const { kysely } = unit.transaction
    const query = kysely.selectFrom('reason_code').where('tenant_id', '=', tenant.id).where(within)
    const sought = await firstOf(
      unit,
      'reason_code',
      { within, told: 'created_at', max: 5_000, isOfTime: true },
      query as never,
    )
    const { sql, parameters } = sought.selectAll().orderBy('code', 'desc').limit(51).compile()
    const [row] = await unit.transaction.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      [...parameters],
    )
    const { Plan: plan } = row!['QUERY PLAN'][0]
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  })

type Plan = Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>

test('rows of an hour in another order are read by their time, wherever that order has them', async () => {
  expect(await blocksOf(100, 3_700)).toBeLessThan(300)
  expect(await blocksOf(50_000, 53_600)).toBeLessThan(300)
  expect(await blocksOf(200_000, 203_600)).toBeLessThan(10)
})

test('the first of all rows are found by their key, and not in all of an index of something else', async () => {
  expect(await blocksOf(undefined, 100)).toBeLessThan(10)
})

test('their pages are in order, and a long time is read in it as ever', async () => {
  const query = (from: number, to: number) => {
    const { from: since, to: until } = asked(from, to)
    return `/reason-code?createdAt.from=${since}&createdAt.to=${until}&sort=-code&limit=3`
  }
  const first = await tenant.api.get(query(1_000, 1_004))
  const next = await tenant.api.get(`${query(1_000, 1_004)}&cursor=${first.body.nextCursor}`)
  const codes = [first, next].map(({ body }) => body.data.map(({ code }: { code: string }) => code))
  expect(codes).toEqual([[1_004, 1_003, 1_002].map(codeOf), [1_001, 1_000].map(codeOf)])
  expect(next.body.hasMore).toBe(false)
  const long = await tenant.api.get(query(1_000, 90_000))
  expect(long.body.data[0].code).toBe(codeOf(90_000))
})
