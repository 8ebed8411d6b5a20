import { afterEach, beforeEach, expect, test } from 'vitest'
import { asUnavailable } from '../../src/kernel/write/database-errors.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { silentProxy, type SilentProxy } from '../support/silent-proxy.ts'
import { world, type World } from '../support/world.ts'

const patience = { quietMs: 200, answerMs: 200, mostMs: 400 }

let at: World
let proxy: SilentProxy
let pool: Pool

beforeEach(async () => {
  at = await world()
  const url = new URL(at.installed.runUrl)
  proxy = await silentProxy(url)
  url.port = String(proxy.port)
  const name = 'silence'
  const silence = patience
  pool = new Pool({
    url: url.href,
    connections: 3,
    queue: 9,
    name,
    silence,
    onLost: () => undefined,
  })
})
afterEach(async () => {
  await pool.close()
  await proxy.close()
  await at.close()
})

/** What one is told who asks now: an answer, or the code of a refusal. */
async function asked(text = 'select 1 as one'): Promise<unknown> {
  try {
    const client = await pool.client()
    try {
      const { rows } = await client.query(text)
      client.release()
      return rows[0]
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  } catch (error) {
    return (asUnavailable(error) as { code?: string }).code
  }
}

const three = () => Promise.all([asked(), asked(), asked()])
const one = { one: 1 }

test('a database that falls silent costs those who wait there a refusal, and nobody else anything', async () => {
  expect(await three()).toEqual([one, one, one])
  proxy.fallSilent('all')
  expect(await three()).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
  proxy.passOn()
  // More than there are connections, none of which leaked.
  for (let n = 0; n < 2; n++) expect(await three()).toEqual([one, one, one])
})

test('one whose place another took costs a refusal, and those who were idle not even that', async () => {
  expect(await three()).toEqual([one, one, one])
  proxy.fallSilent('connected')
  await at.owner(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'silence'`)
  expect(await asked()).toBe('UNAVAILABLE')
  expect(await three()).toEqual([one, one, one])
})

test('one that works for long is waited for', async () => {
  expect(await asked('select 1 as one from pg_sleep(1)')).toEqual(one)
})

test('one that became a standby is left for that which took its place', async () => {
  const pid = () => asked('select pg_backend_pid() as pid')
  const first = await pid()
  expect(await pid()).toEqual(first)
  const become = 'begin; set transaction read only; create table x ()'
  expect(await asked(become)).toBe('UNAVAILABLE')
  expect(await pid()).not.toEqual(first)
})
