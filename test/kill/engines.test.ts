import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from '../../src/embedded/processes.ts'
import {
  apart,
  demonstrated,
  eventually,
  together,
  type Installation,
  type Part,
} from './installation.ts'

// Each part dies alone while requests go on: what was answered happens, once.
let at: Installation

afterEach(() => at?.close())

const minute = 60_000

/** Mails lie under the id of their invitation: written twice they would still be one. */
function mailed(): Set<string> {
  const folder = join(at.dir, 'mail')
  const files = existsSync(folder) ? readdirSync(folder) : []
  const ids = files.filter((name) => name.endsWith('.txt')).map((name) => name.split('.')[0]!)
  return new Set(ids.filter((id) => id !== demonstrated))
}

interface Invited {
  answered: string[]
  statuses: Set<number>
}

/** Callers who invite one person after another, each so many, or until they are told to stop. */
function inviting(callers: number, each: number): { stop(): Promise<Invited> } {
  const invited: Invited = { answered: [], statuses: new Set() }
  const told = { stop: false }
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let n = 0; n < each && !told.stop; n++) {
      const email = `u${caller}.${n}@example.com`
      const { status } = await at.insist('POST', '/users', { email, name: 'Alva Lind' })
      invited.statuses.add(status)
      invited.answered.push(email)
      await sleep(500)
    }
  })
  return {
    async stop() {
      told.stop = true
      await Promise.all(working)
      return invited
    },
  }
}

/** Every answered invitation is there once, and so is all that follows from it. */
async function expectEachOnce({ answered, statuses }: Invited): Promise<void> {
  expect([...statuses]).toEqual([201])
  await eventually('all to be mailed', async () => mailed().size === answered.length, 3 * minute)
  await eventually('the outbox to be empty', async () => {
    return (await at.rows(`select 1 from outbox where done_at is null`)).length === 0
  })
  // A mail is written a moment before it is noted.
  const notYet = `select 1 from user_invitation where sent_at is null`
  await eventually('all to be noted', async () => (await at.rows(notYet)).length === 0)
  const found = await at.rows<{ email: string }>(invitedOnce)
  expect(found.map(({ email }) => email).toSorted()).toEqual(answered.toSorted())
}

/** Whoever was invited with one event, one process and one note of the mail in the changelog. */
const invitedOnce = `
select u.email from user_invitation i
join user_account u on (u.tenant_id, u.id) = (i.tenant_id, i.user_id)
where 1 = all (array[
  (select count(*) from user_invitation o where o.tenant_id = i.tenant_id and o.user_id = u.id),
  (select count(*) from event e where e.tenant_id = i.tenant_id and e.subject_id = id_text(u.id)),
  (select count(*) from outbox o where o.tenant_id = i.tenant_id
    and o.kind = 'start' and o.workflow_id = 'invite-user/'
      || tenant_text(i.tenant_id) || '/' || id_text(i.id)),
  (select count(*) from changelog c where c.tenant_id = i.tenant_id
    and c.entity_id = id_text(u.id) and c.action = 'UPDATED')])`

test('engines that die alone are started again in place, and nothing that was answered is lost', async () => {
  at = await together()
  await at.ready()
  const before = at.facts()
  const platform = at.pidOf('api')
  const callers = inviting(10, 20)
  for (const part of ['temporal', 'postgres', 'temporal', 'postgres'] as const) {
    const pid = at.pidOf(part)
    await sleep(500)
    await at.kill(part)
    await at.start(part)
    await eventually(`another process of ${part}`, async () => at.pidOf(part) !== pid)
  }
  await expectEachOnce(await callers.stop())
  await at.ready()
  expect(isAlive(platform)).toBe(true)
  expect(at.facts()).toEqual(before)
}, 240_000)

test('while an engine is away the interface says so, and what needs it not goes on', async () => {
  at = await together()
  await at.ready()
  await at.kill('postgres')
  const refused = await at.call('GET', '/users')
  expect(refused.body).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const told = /ended by itself|ECONN|57P03/
  await eventually('health says so', async () => told.test((await at.health())['database'] ?? ''))
  await at.ready()

  await at.kill('temporal')
  const invited = await at.call('POST', '/users', { email: 'bo@example.com', name: 'Bo Ek' })
  expect(invited.status).toBe(201)
  await eventually('health says so', async () => {
    const { database, temporal = '' } = await at.health()
    return database === 'UP' && temporal.includes('is being started again')
  })
  await at.ready()
  await eventually('the mail', async () => mailed().size === 1)
}, 120_000)

test('with every part killed in turn, each invitation happens once', async () => {
  at = await apart()
  await at.ready()
  const callers = inviting(20, 20)
  const parts: Part[] = ['worker', 'api', 'temporal', 'postgres', 'relay']
  for (const part of parts) {
    await sleep(500)
    await at.kill(part)
    await sleep(1_000)
    await at.start(part)
  }
  await expectEachOnce(await callers.stop())
  await at.ready()
}, 300_000)

test('Temporal away for a while, and then without its store: all that was asked for happens', async () => {
  at = await apart()
  await at.ready()
  await at.kill('worker')
  const moving = await at.call('POST', '/users', { email: 'alva@example.com', name: 'Alva Lind' })
  expect(moving.status).toBe(201)
  const told = `select 1 from outbox where workflow = 'inviteUser' and done_at is not null
    and workflow_id not like '%/${demonstrated}'`
  await eventually('its process to be started', async () => {
    return (await at.rows(told)).length === 1
  })
  await at.kill('temporal')
  const waiting = await at.call('POST', '/users', { email: 'bo@example.com', name: 'Bo Ek' })
  expect(waiting.status).toBe(201)
  expect((await at.health())['temporal']).toMatch(/cannot be reached|in time/)
  // A whole minute of it is waited for in activations-without-engine.test.ts.
  await sleep(minute / 5)
  await at.emptyTemporal()
  await at.start('temporal')
  await at.start('worker')
  await eventually('both mails', async () => mailed().size === 2, 2 * minute)
  await at.ready()
}, 300_000)

test('the embedded Temporal without its store is given a new one, in place and at the next start', async () => {
  at = await together()
  await at.ready()
  const invite = (name: string) => at.call('POST', '/users', { email: `${name}@example.com`, name })
  const allMailed = (count: number) =>
    eventually(`${count} mails`, async () => mailed().size === count, 2 * minute)
  await invite('alva')
  await allMailed(1)
  await at.emptyTemporal()
  await at.kill('temporal')
  await invite('bo')
  await at.start('temporal')
  await allMailed(2)
  await at.ready()

  await at.emptyTemporal()
  await at.kill('api')
  await at.start('api')
  await invite('cia')
  await allMailed(3)
  await at.ready()
  // The first two lost their run with the store, and the time of one of them has come.
  await at.rows(`update user_invitation i set created_at = now() - interval '4 days'
    from user_account u where u.id = i.user_id and u.email = 'bo@example.com'`)
  await eventually(
    'the reminder',
    async () =>
      (await at.rows('select 1 from user_invitation where reminded_at is not null')).length === 1,
    2 * minute,
  )
}, 300_000)
