import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, isListening } from '../../src/embedded/ports.ts'
import { discardPostgres } from '../../src/embedded/postgres.ts'
import { demonstrated, enginePid, killed } from './installation.ts'
import { withClient } from '../../src/ports/database/connect.ts'
import { startRole, type RoleProcess } from './role-process.ts'

// Real processes, killed for real: what they promised must be there when they are back.
let dir: string
let started: RoleProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'receivables-kill-'))
})
afterEach(async () => {
  for (const role of started) await role.end('SIGKILL')
  started = []
  discardPostgres(join(dir, 'postgres'))
  rmSync(dir, { recursive: true, force: true })
})

interface Facts {
  api: string
  temporalUi: string
  temporalUiLink: string
  databaseUrl: string
  tokens: { system: string }
}

const facts = (): Facts => JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'))

async function run(role: 'api' | 'worker' | 'relay' | 'all'): Promise<Facts> {
  const begun = await startRole(role, {
    RECEIVABLES_DATA_DIR: dir,
    PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    RECEIVABLES_HEALTH_PORT: String(await freePort()),
    RECEIVABLES_LOG_LEVEL: 'error',
  })
  started.push(begun)
  return facts()
}

const end = async (n: number, signal: 'SIGKILL' | 'SIGTERM') => started[n]?.end(signal)

const call = (at: Facts, method: string, path: string, body?: object) =>
  fetch(at.api + path, {
    method,
    headers: {
      authorization: `Bearer ${at.tokens.system}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

/** But for the one of whom the demonstration invites. */
const mails = () =>
  (existsSync(join(dir, 'mail')) ? readdirSync(join(dir, 'mail')) : []).filter(
    (name) => !name.startsWith(demonstrated),
  )

test('a process that was committed but not started begins after the next start, once', async () => {
  const at = await run('api')
  const invited = await call(at, 'POST', '/users', { email: 'alva@example.com', name: 'Alva Lind' })
  expect(invited.status).toBe(201)
  await end(0, 'SIGKILL')
  expect(mails()).toEqual([])

  await run('all')
  await expect.poll(mails).toHaveLength(1)
  await sleep(1_500)
  expect(mails()).toHaveLength(1)
}, 120_000)

test('after all of it is killed the next start comes up with all that was answered', async () => {
  const at = await run('all')
  const codes = Array.from({ length: 40 }, (_, n) => `CODE_${n}`)
  const answers: string[] = []
  const writing = Promise.allSettled(
    codes.map(async (code) => {
      const answer = await call(at, 'POST', '/reason-code', { code, type: 'STOP', name: code })
      if (answer.status === 201) answers.push(code)
    }),
  )
  await expect.poll(() => answers.length, { interval: 1 }).toBeGreaterThan(5)
  await end(0, 'SIGKILL')
  await writing

  const back = await run('all')
  for (const code of answers) {
    expect((await call(back, 'GET', `/reason-code/${code}`)).status).toBe(200)
  }
  expect((await fetch(`${back.api}/health/ready`)).status).toBe(200)
}, 120_000)

test('SIGTERM ends in order within ten seconds, and answers what is under way', async () => {
  const at = await run('all')
  const answers = Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      call(at, 'POST', '/reason-code', { code: `LAST_${n}`, type: 'STOP', name: 'Last' }).then(
        ({ status }) => status,
        // A connection that was not taken any more is refused, never cut off in an answer.
        (error: { cause?: { code?: string } }) => error.cause?.code,
      ),
    ),
  )
  await sleep(15)
  const before = Date.now()
  const code = await end(0, 'SIGTERM')
  expect(code).toBe(0)
  expect(Date.now() - before).toBeLessThan(10_000)
  for (const answer of await answers) expect([201, 'ECONNREFUSED', 'ECONNRESET']).toContain(answer)
}, 120_000)

test('SIGTERM while an engine is being started again ends in order too', async () => {
  for (const engine of ['postgres', 'temporal'] as const) {
    await run('all')
    await killed(enginePid(dir, engine))
    expect(await end(started.length - 1, 'SIGTERM')).toBe(0)
    expect(await isListening(Number(new URL(facts().databaseUrl).port))).toBe(false)
  }
}, 120_000)

const well = { status: 'UP' }

/** Where a process without an interface says how it is. */
const healthAt = (n: number) => /Health +(\S+)\/health/.exec(started[n]?.said() ?? '')?.[1] ?? ''

async function healthOf(address: string): Promise<object> {
  const answer = await fetch(`${address}/health/ready`)
  return { ready: answer.status, ...((await answer.json()) as object) }
}

/** By the link of the demonstration, into the UI that the process runs. */
async function seesTheEngine({ temporalUi, temporalUiLink }: Facts): Promise<number[]> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ link: new URL(temporalUiLink).hash.slice('#link='.length) })
  const entered = await fetch(`${temporalUi}/door/link`, { ...post, body })
  const [cookie = ''] = entered.headers.getSetCookie()
  const namespaces = `${temporalUi}/api/v1/namespaces`
  const seen = () => fetch(namespaces, { headers: { cookie: cookie.split(';')[0]! } })
  await expect.poll(async () => (await seen()).status).toBe(200)
  const again = await fetch(`${temporalUi}/door/link`, { ...post, body })
  return [entered.status, again.status, (await fetch(namespaces)).status]
}

test('roles apart work together on one data folder', async () => {
  await run('api')
  expect(statSync(join(dir, 'demo.json')).mode & 0o777).toBe(0o600)
  expect(started[0]?.said()).not.toContain('#link=')
  expect(await seesTheEngine(facts())).toEqual([200, 401, 401])
  const at = facts()
  const ofApi = () => healthOf(at.api)
  const unseen = (part: string) => ({ status: 'DEGRADED', reason: `no ${part} was seen for 10 s` })
  await expect.poll(ofApi).toMatchObject({
    ready: 200,
    status: 'DEGRADED',
    checks: { worker: unseen('worker'), relay: unseen('relay'), database: { status: 'UP' } },
  })
  await run('worker')
  await run('relay')
  expect(await healthOf(healthAt(1))).toMatchObject({ ready: 200, checks: { pollers: well } })
  expect(await healthOf(healthAt(2))).toMatchObject({ ready: 200, checks: { relay: well } })
  await expect.poll(ofApi).toMatchObject({ ready: 200, status: 'UP' })
  await call(at, 'POST', '/users', { email: 'bo@example.com', name: 'Bo Ek' })
  await expect.poll(mails).toHaveLength(1)

  await end(2, 'SIGTERM')
  await expect.poll(ofApi).toMatchObject({ ready: 200, checks: { relay: unseen('relay') } })
  await end(1, 'SIGKILL')
  await withClient(at.databaseUrl, async (client) => {
    await client.query(`update part_seen set seen_at = seen_at - interval '10 s'`)
    await expect.poll(ofApi).toMatchObject({ ready: 200, checks: { worker: unseen('worker') } })
    await client.query(`insert into migration (name) values ('2999-01-01T00-00_of_later')`)
  })
  const overtaken = { status: 'DOWN', reason: expect.stringContaining('2999-01-01T00-00_of_later') }
  await expect.poll(ofApi).toMatchObject({ ready: 503, checks: { migrations: overtaken } })
}, 120_000)

test('worker and relay outlive the process that ran the engines, and go on with the next one', async () => {
  await run('api')
  await run('worker')
  await run('relay')
  await end(0, 'SIGKILL')
  for (const n of [1, 2])
    await expect.poll(() => healthOf(healthAt(n))).toMatchObject({ ready: 503 })
  const at = await run('api')
  expect(
    (await call(at, 'POST', '/users', { email: 'bo@example.com', name: 'Bo Ek' })).status,
  ).toBe(201)
  await expect.poll(mails, { timeout: 90_000 }).toHaveLength(1)
  expect(started.map((role) => role.hasEnded())).toEqual([true, false, false, false])
  for (const n of [1, 2])
    await expect.poll(() => healthOf(healthAt(n))).toMatchObject({ ready: 200 })
}, 120_000)
