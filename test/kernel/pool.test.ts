import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { poolOf, withClient } from '../../src/ports/database/connect.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { soonerThan } from '../support/sooner-than.ts'
import { world, type World } from '../support/world.ts'

let at: World
let pool: Pool

const connections = 2
const queue = 84
const patienceMs = 400

beforeEach(async () => {
  at = await world()
  const url = at.installed.runUrl
  pool = new Pool({ url, connections, queue, patienceMs, name: 'few', onLost: () => undefined })
})
afterEach(async () => {
  await pool.close()
  await at.close()
})

/** Holds a connection for as long as a command does. */
async function command(begins?: () => void, tenantId?: string): Promise<void> {
  const client = await pool.client(tenantId)
  begins?.()
  await client.query('select pg_sleep(0.03)')
  client.release()
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'served',
    ({ code, status, facts }) => `${status} ${code} ${facts.retryAfterSeconds}`,
  )

test('a burst is served in its order, although it takes longer than one is patient', async () => {
  const begun: number[] = []
  const began = performance.now()
  await Promise.all(Array.from({ length: 64 }, (_, n) => command(() => begun.push(n))))
  expect(performance.now() - began).toBeGreaterThan(2 * patienceMs)
  expect(begun).toHaveLength(64)
  begun.forEach((n, place) => expect(Math.abs(n - place)).toBeLessThan(connections))
  expect(pool.waiting).toBe(0)
})

test('beyond the queue callers are refused at once', async () => {
  const burst = Array.from({ length: connections + queue + 1 }, (_, n) =>
    codeOf(command(() => undefined, `T${n % 2}`)),
  )
  const answers = await Promise.all(burst)
  expect(answers.filter((answer) => answer === 'served')).toHaveLength(connections + queue)
  expect(answers.at(-1)).toBe('503 OVERLOADED 1')
})

test('nobody waits for long in a queue that stands still, and the next are served again', async () => {
  const held = [await pool.client(), await pool.client()]
  const refused = Promise.all([codeOf(command()), codeOf(command())])
  const overloaded = '503 OVERLOADED 1'
  expect(await soonerThan(10 * patienceMs, refused)).toEqual([overloaded, overloaded])
  for (const client of held) client.release()
  expect(await codeOf(command())).toBe('served')
})

test('a connection that broke gives its place on', async () => {
  const held = [await pool.client(), await pool.client()]
  const waiting = codeOf(command())
  held[0]!.release(new Error('broken'))
  expect(await waiting).toBe('served')
  held[1]!.release()
  expect(await Promise.all([codeOf(command()), codeOf(command())])).toEqual(['served', 'served'])
})

test('a connection that breaks while nothing is asked of it fails what is asked next alone', async () => {
  const breaks = async (client: pg.ClientBase) => {
    const gone = new Promise((resolve) => client.once('end', resolve))
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await at.owner('select pg_terminate_backend($1)', [rows[0].pid])
    await gone
    await expect(client.query('select 1')).rejects.toThrow()
  }
  await withClient(at.installed.runUrl, breaks)

  const several = poolOf({ connectionString: at.installed.runUrl, max: 1 })
  const client = await several.connect()
  await breaks(client)
  client.release(true)
  expect((await several.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await several.end()
})
