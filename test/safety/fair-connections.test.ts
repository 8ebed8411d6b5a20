import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/ports/database/connect.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { world, type World } from '../support/world.ts'

let at: World
beforeAll(async () => (at = await world()))
afterAll(() => at.close())

const pools: Pool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf(connections: number, queue = 400): Pool {
  const url = at.installed.runUrl
  const onLost = () => undefined
  // A loaded machine opens connections slowly, and nobody here is to be refused for that.
  const pool = new Pool({ url, connections, queue, name: 'fair', patienceMs: 60_000, onLost })
  pools.push(pool)
  return pool
}

/** Asks for a connection, and writes down whose turn it was. */
function asking(pool: Pool, served: string[]) {
  return async (tenantId: string): Promise<pg.PoolClient> => {
    const client = await pool.client(tenantId)
    served.push(tenantId)
    return client
  }
}

const letGo = async (client: Promise<pg.PoolClient>) => (await client).release()

test('one tenant never has all connections, however many it asks for', async () => {
  const pool = poolOf(8)
  const served: string[] = []
  const ask = asking(pool, served)
  const flood = Array.from({ length: 100 }, () => ask('a'))
  const others = await Promise.all([ask('b'), ask('c')])
  expect(pool.waiting).toBe(94)
  const waiting = ask('b')
  others[0].release()
  await letGo(waiting)
  expect(served.filter((one) => one !== 'a').toSorted()).toEqual(['b', 'b', 'c'])
  // They are opened meanwhile, in whatever order.
  await Promise.all(flood.slice(0, 6))
  expect(served.filter((one) => one === 'a')).toHaveLength(6)
  others[1].release()
  await Promise.all(flood.map(letGo))
  expect(pool.waiting).toBe(0)
})

test('beside another tenant one has half of the connections at most', async () => {
  const pool = poolOf(8)
  const served: string[] = []
  const ask = asking(pool, served)
  for (const one of ['a', 'b']) await letGo(ask(one))
  const flood = Array.from({ length: 20 }, () => ask('a'))
  await Promise.all(flood.slice(0, 4))
  expect(pool.waiting).toBe(16)
  expect(served.slice(2)).toEqual(['a', 'a', 'a', 'a'])
  await Promise.all(flood.map(letGo))
})

test('who waits is served before the many of another tenant that wait longer', async () => {
  const pool = poolOf(2)
  const served: string[] = []
  const ask = asking(pool, served)
  const held = await Promise.all([pool.client('a'), pool.client('d')])
  const flood = Array.from({ length: 200 }, () => ask('a').then((client) => client.release()))
  const late = ['b', 'c', 'b'].map((one) => ask(one).then((client) => client.release()))
  expect(pool.waiting).toBe(203)
  held[0].release()
  await Promise.all(late)
  expect(served.indexOf('b')).toBeLessThanOrEqual(1)
  expect(served.indexOf('c')).toBeLessThanOrEqual(3)
  expect(served.lastIndexOf('b')).toBeLessThanOrEqual(6)
  held[1].release()
  await Promise.all(flood)
})

test('one tenant fills the queue for itself alone', async () => {
  const pool = poolOf(2, 8)
  const held = await Promise.all([pool.client('a'), pool.client('d')])
  const flood = Array.from({ length: 6 }, () => letGo(pool.client('a')))
  await expect(pool.client('a')).rejects.toMatchObject({ code: 'OVERLOADED' })
  const other = letGo(pool.client('b'))
  for (const client of held) client.release()
  await Promise.all([other, ...flood])
})

test('a place that is not taken up in the end goes to the next', async () => {
  const pool = poolOf(2)
  const [first, second] = await Promise.all([pool.client('a'), pool.client('b')])
  const waiting = [pool.client('a'), pool.client('c')]
  first.release(new Error('broken'))
  second.release(new Error('broken'))
  await Promise.all(waiting.map(letGo))
  const again = await Promise.all([pool.client('a'), pool.client('b')])
  for (const client of again) client.release()
})

test('two tenants that hold many leave some for a third', async () => {
  const pool = poolOf(8)
  const all = [
    ...Array.from({ length: 8 }, () => pool.client('a')),
    ...Array.from({ length: 8 }, () => pool.client('b')),
  ]
  const third = await pool.client('c')
  third.release()
  await Promise.all(all.map(letGo))
  expect(pool.waiting).toBe(0)
})

test('who waits beside others that are gone goes on, though nobody lets go of anything', async () => {
  const pool = poolOf(8)
  for (const one of ['a', 'b']) await letGo(pool.client(one))
  const flood = Array.from({ length: 6 }, () => pool.client('a'))
  const held = await Promise.all(flood)
  expect(held).toHaveLength(6)
  for (const client of held) client.release()
})

test('what is said on a connection that a reader left is no part of what is rolled back', async () => {
  const pool = poolOf(1)
  const reader = await Transaction.begin(pool, { tenantId: 'TN' }, 'read')
  await reader.query('select 1')
  const heard: string[] = []
  await withClient(at.installed.runUrl, async (client) => {
    client.on('notification', ({ channel }) => void heard.push(channel))
    await client.query('listen fair_wake')
    reader.leave()
    pool.wake(['fair_wake'])
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['fair_wake'])
  })
})
