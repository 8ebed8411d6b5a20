import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { KeyRing } from '../../src/ports/keys/key-ring.ts'
import { Resealer } from '../../src/run/resealer.ts'
import { tenantIn, world } from '../support/world.ts'

// The database goes over to another key, while the interface of this test still seals by
// the former.
const at = await world()
const tenant = await tenantIn(at, 'Nordlund')
const former = at.keys.id
const ring = new KeyRing(randomBytes(32).toString('hex'), [inject('postgres').masterKey])
const resealer = new Resealer({
  relayUrl: at.installed.relayUrl,
  runtime: Object.create(at.runtime, { keys: { value: ring } }) as typeof at.runtime,
})

afterEach(() => vi.restoreAllMocks())
afterAll(() => resealer.stop())

let made = 0
async function seal(): Promise<void> {
  const { status } = await tenant.api.post('/webhook', {
    title: `Sealed ${++made}`,
    url: `https://example.com/${made}`,
    type: 'INVOICE',
    trigger: 'PUSH',
    method: 'POST',
    key: 'a key of this test',
  })
  expect(status).toBe(201)
}

test('all is sealed anew at once, and then looked for by the hour while the former key stays', async () => {
  await seal()
  await at.owner('update installation set key_id = $1', [ring.id])
  await at.owner('insert into master_key (id) values ($1), ($2)', [former, ring.id])
  expect(await resealer.round()).toMatchObject({ isDone: true, waitsFor: [] })
  await seal()
  expect(await resealer.round()).toEqual({ isDone: true, sealed: 0, waitsFor: [] })
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_001)
  const late = await resealer.round()
  expect(late).toMatchObject({ isDone: true, waitsFor: [] })
  expect(late.sealed).toBeGreaterThan(0)
})

test('who seals by the former key still has it looked for all the time', async () => {
  await at.owner(
    `insert into key_seen (process, what, known, current, seen_at)
     values ('other', 'api of another machine', '{}', $1, now())`,
    [former],
  )
  await seal()
  const round = await resealer.round()
  expect(round).toMatchObject({ isDone: false, waitsFor: ['api of another machine'] })
  expect(round.sealed).toBeGreaterThan(0)
})
