import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { User } from '../../src/entities/user.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { temporalPrograms } from '../../src/embedded/temporal-build.ts'
import { launchDev, type Running } from '../../src/embedded/temporal-launch.ts'
import { operatorTenant } from '../../src/install/operator-tenant.ts'
import { hashPassword } from '../../src/ports/keys/passwords.ts'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { EncryptionCodec } from '../../src/ports/temporal/codec.ts'
import { engineDoor } from '../../src/run/engine-ui/door.ts'
import { OneTimeLink } from '../../src/run/engine-ui/one-time-link.ts'
import { serveOn, type SmallServer } from '../../src/run/small-server.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// The door before a real Temporal UI, by a real server, as a browser of somebody's comes to it.
let at: World
let tenant: TestTenant
let temporal: Running
let dir: string
let port: number
let link: OneTimeLink
let server: SmallServer
const password = 'a password of length'

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  dir = mkdtempSync(join(tmpdir(), 'receivables-door-'))
  const { cli } = await temporalPrograms(() => undefined)
  const uiPort = await freePort()
  temporal = await launchDev({ cli, dir, uiPort, dynamicConfig: {}, endBy: [['SIGKILL', 5_000]] })
  port = await freePort()
  link = new OneTimeLink(at.clock.now)
  const email = await userWith('administrator@example.com', true)
  const { app } = engineDoor({
    runtime: at.runtime,
    operator: operatorTenant(undefined, at.installed.relayUrl, true),
    uiUrl: `http://127.0.0.1:${uiPort}`,
    port,
    link: { once: link, tenantId: tenant.id, email },
    now: () => at.clock.now,
  })
  server = await serveOn(port, '127.0.0.1', (asked) => app.fetch(asked))
  const namespaces = `http://127.0.0.1:${uiPort}/api/v1/namespaces`
  await vi.waitFor(async () => expect((await fetch(namespaces)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  })
})
afterAll(async () => {
  await server.stop()
  await temporal.child.stop()
  rmSync(dir, { recursive: true, force: true })
  await at.close()
})

async function userWith(email: string, superUser: boolean, of = tenant): Promise<string> {
  const passwordHash = await hashPassword(password, 'test')
  await of.work((unit) => {
    const facts = {
      name: 'Alva Lind',
      kind: 'STAFF',
      status: 'ACTIVE',
      mfaRequired: false,
    } as const
    unit.add(User, { email, superUser, passwordHash, passwordChangedAt: unit.now, ...facts })
  })
  return email
}

interface Asked {
  body?: object
  cookie?: string | undefined
  headers?: Record<string, string>
  host?: string
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** With headers that a browser sets by itself, and fetch would not let us set. */
function ask(method: string, path: string, { body, cookie, headers, host }: Asked = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          host: host ?? `127.0.0.1:${port}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(cookie !== undefined && { cookie }),
          ...headers,
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']?.[0]).split(';')[0]!

async function loggedIn(): Promise<string> {
  const answer = await ask('POST', '/door/login', {
    body: { email: 'administrator@example.com', password },
  })
  expect(answer.status).toBe(200)
  return cookieOf(answer)
}

/** What is known of a session a second ago is asked anew. */
const later = (ms: number) => (at.clock.now = new Date(at.clock.now.getTime() + ms))
const statusOf = async (cookie: string) => (await ask('GET', '/api/v1/settings', { cookie })).status

test('without a session nothing of Temporal is seen, whatever is asked', async () => {
  const home = await ask('GET', '/namespaces/default/workflows?page=2')
  expect(home.status).toBe(303)
  expect(home.headers['location']).toBe('/door?to=%2Fnamespaces%2Fdefault%2Fworkflows%3Fpage%3D2')
  const forged = linkToken(Buffer.alloc(32), 'temporal-ui', tenant.id, `TK${'0'.repeat(26)}`)
  for (const cookie of [undefined, `receivables-temporal-${port}=${forged}`]) {
    for (const path of ['/api/v1/settings', '/api/v1/namespaces', '/_app/env.js']) {
      expect(await ask('GET', path, { cookie })).toMatchObject({ status: 401 })
    }
    expect((await ask('POST', '/door/codec/decode', { cookie, body: {} })).status).toBe(401)
    expect((await ask('POST', '/api/v1/namespaces', { cookie, body: {} })).status).toBe(401)
  }
})

test('whoever logs in sees it, by a cookie that no script reads and that opens nothing else', async () => {
  const answer = await ask('POST', '/door/login', {
    body: { email: 'administrator@example.com', password },
  })
  expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict$/)
  const cookie = cookieOf(answer)
  const home = await ask('GET', '/', { cookie })
  expect(home).toMatchObject({ status: 200, headers: { 'x-frame-options': 'DENY' } })
  expect(home.text).toContain('/_app/immutable/')
  const namespaces = await ask('GET', '/api/v1/namespaces', { cookie })
  expect(namespaces).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(namespaces.text).toContain('temporal-system')
  const settings = JSON.parse((await ask('GET', '/api/v1/settings', { cookie })).text)
  expect(settings.Codec.Endpoint).toBe(`http://127.0.0.1:${port}/door/codec`)

  const codec = new EncryptionCodec(at.keys)
  const plain = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"due"') }
  const [sealed] = await codec.encode([plain])
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  const entries = Object.entries(sealed!.metadata!).map(([name, value]) => [name, base64(value)])
  const payload = { metadata: Object.fromEntries(entries), data: base64(sealed!.data!) }
  const read = await ask('POST', '/door/codec/decode', { cookie, body: { payloads: [payload] } })
  expect(JSON.parse(read.text).payloads[0].data).toBe(base64(Buffer.from('"due"')))

  const token = cookie.split('=')[1]
  const direct = await tenant.api.send('GET', '/clients', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(direct.status).toBe(401)
})

test('Temporal’s own guard against other pages stays, since no authorization is passed on', async () => {
  const cookie = await loggedIn()
  const headers = { authorization: 'Bearer anything' }
  const body = { namespace: 'made', workflowExecutionRetentionPeriod: '86400s' }
  const without = await ask('POST', '/api/v1/namespaces', { cookie, headers, body })
  expect(without.status).toBe(400)
  const seen = await ask('GET', '/api/v1/settings', { cookie })
  const csrf = cookieOf(seen)
  const withIt = await ask('POST', '/api/v1/namespaces', {
    cookie: `${cookie}; ${csrf}`,
    headers: { 'x-csrf-token': csrf.split('=')[1]! },
    body,
  })
  expect(withIt.status).toBe(200)
})

test('a name that others point at this machine, and pages of elsewhere, are refused', async () => {
  const cookie = await loggedIn()
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    '10.0.0.1',
  ]) {
    expect((await ask('GET', '/door', { host })).status).toBe(403)
    expect((await ask('GET', '/api/v1/settings', { host, cookie })).status).toBe(403)
  }
  for (const host of [`localhost:${port}`, '127.0.0.1:9999', `[::1]:${port}`]) {
    expect((await ask('GET', '/door', { host })).status).toBe(200)
  }
  for (const headers of [
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ]) {
    expect((await ask('GET', '/api/v1/settings', { cookie, headers })).status).toBe(403)
    expect((await ask('POST', '/door/logout', { cookie, headers, body: {} })).status).toBe(403)
  }
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect((await ask('GET', '/', { cookie, headers: followed })).status).toBe(200)
})

test('logging out, dismissal and rest end a session within a second', async () => {
  const [one, other] = [await loggedIn(), await loggedIn()]
  expect(await statusOf(one)).toBe(200)
  expect((await ask('POST', '/door/logout', { cookie: one, body: {} })).status).toBe(200)
  expect(await statusOf(one)).toBe(401)

  expect(await statusOf(other)).toBe(200)
  await at.owner(`update user_account set status = 'DISABLED' where email like 'administrator%'`)
  later(1_001)
  expect(await statusOf(other)).toBe(401)
  await at.owner(`update user_account set status = 'ACTIVE' where email like 'administrator%'`)

  const resting = await loggedIn()
  expect(await statusOf(resting)).toBe(200)
  later(32 * 60_000)
  expect(await statusOf(resting)).toBe(401)
})

test('without the right, or in another tenant, nobody comes in, and no session is left', async () => {
  const open = async () =>
    (
      await at.owner(
        `select count(*)::text as n from token where kind = 'USER' and revoked_at is null`,
      )
    )[0]
  const before = await open()
  const email = await userWith('plain@example.com', false)
  const other = await tenantIn(at)
  const elsewhere = await userWith('elsewhere@example.com', true, other)
  const plain = await ask('POST', '/door/login', { body: { email, password } })
  expect(plain.status).toBe(403)
  expect(JSON.parse(plain.text)).toMatchObject({ missingRights: ['ViewDeveloperTools'] })
  for (const body of [
    { email: elsewhere, password },
    { email: 'administrator@example.com', password: 'another' },
  ]) {
    expect((await ask('POST', '/door/login', { body })).status).toBe(401)
  }
  expect(await open()).toEqual(before)
})

test('a device is known there as at every other login, and its cookie opens nothing', async () => {
  const email = await userWith('guessed@example.com', true)
  const login = (given: string, cookie?: string) =>
    ask('POST', '/door/login', { body: { email, password: given }, cookie })
  const cookies = (await login(password)).headers['set-cookie'] as string[]
  const device = cookies.find((each) => each.includes('-device-'))!
  expect(device).toMatch(/Path=\/door; HttpOnly; SameSite=Strict$/)
  for (let n = 0; n < 10; n++) await login('a guess')
  expect((await login(password)).status).toBe(429)
  const known = device.split(';')[0]!
  expect((await login(password, known)).status).toBe(200)
  expect(await statusOf(known)).toBe(401)
  await at.owner('truncate login_attempt')
})

test('a link lets in once, and for an hour alone', async () => {
  const enter = (text: string) => ask('POST', '/door/link', { body: { link: text } })
  expect((await enter('x'.repeat(43))).status).toBe(401)
  const first = new OneTimeLink(at.clock.now)
  expect(first.use(first.text, new Date(at.clock.now.getTime() + 60 * 60_000))).toBe(false)
  at.clock.now = new Date()
  const answers = await Promise.all([enter(link.text), enter(link.text)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const cookie = cookieOf(answers.find(({ status }) => status === 200)!)
  expect(await statusOf(cookie)).toBe(200)
  expect((await enter(link.text)).status).toBe(401)
})
