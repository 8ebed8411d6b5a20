import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { EncryptionCodec } from '../../src/ports/temporal/codec.ts'
import { startApi, type RunningApi } from '../../src/run/api.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// What only the wire shows: the server in front of the kernel.
let at: World
let tenant: TestTenant
let api: RunningApi
let port: number
let isDatabaseUp = true

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  port = await freePort()
  const refused = async () =>
    Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
  const probes = {
    needed: { database: () => (isDatabaseUp ? Promise.resolve({ ok: true } as const) : refused()) },
    helpful: { temporal: refused },
  }
  api = await startApi(readEnvironment({}), at.runtime, probes, port, async () => tenant.id)
})
afterAll(async () => {
  await api.stop()
  await at.close()
})

const url = (path: string) => `http://127.0.0.1:${port}${path}`

/** Sends bytes as they are and gives back what comes until the server closes. */
function raw(bytes: string, at = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('headers that are too large, and what is no HTTP, are refused in the same shape', async () => {
  const large = await raw(`GET /ping HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large).toContain('HTTP/1.1 431')
  expect(large).toContain('"code":"HEADERS_TOO_LARGE"')
  const broken = await raw('nonsense\r\n\r\n')
  expect(broken).toContain('HTTP/1.1 400')
  expect(broken).toContain('application/problem+json')
})

test('a body is refused by its announced and by its real length', async () => {
  const headers = {
    authorization: `Bearer ${tenant.api.token}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ code: 'X', type: 'STOP', name: 'x'.repeat(2_000_000) })
  const announced = await fetch(url('/reason-code'), { method: 'POST', headers, body })
  expect(announced.status).toBe(413)
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body))
      controller.close()
    },
  })
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit
  const streamed = await fetch(url('/reason-code'), init)
  expect((await streamed.json()) as object).toMatchObject({ code: 'BODY_TOO_LARGE' })
})

test.each(['/health', '/health/ready'])(
  '%s tells what helps the process from what it needs, and why it is away',
  async (path) => {
    const temporal = { status: 'DEGRADED', reason: 'ECONNREFUSED' }
    // What one look found is told for a second.
    const degraded = await vi.waitFor(async () => {
      const answer = await fetch(url(path))
      expect(answer.status).toBe(200)
      return answer
    }, 5_000)
    const checks = { database: { status: 'UP' }, temporal }
    expect(await degraded.json()).toEqual({ status: 'DEGRADED', checks })
    isDatabaseUp = false
    const down = await vi.waitFor(async () => {
      const answer = await fetch(url(path))
      expect(answer.status).toBe(503)
      return answer
    }, 5_000)
    isDatabaseUp = true
    expect(await down.json()).toEqual({
      status: 'DOWN',
      checks: { database: { status: 'DOWN', reason: 'ECONNREFUSED' }, temporal },
    })
    expect((await fetch(url('/health/live'))).status).toBe(200)
    expect((await fetch(url(path), { method: 'POST' })).status).toBe(405)
    expect(down.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('payloads are readable by who holds the right in the tenant of the operator, and by nobody else', async () => {
  const codec = new EncryptionCodec(at.keys)
  const plain = {
    metadata: { encoding: Buffer.from('json/plain') },
    data: Buffer.from('"reminder"'),
  }
  const [sealed] = await codec.encode([plain])
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  const metadata = Object.fromEntries(
    Object.entries(sealed!.metadata!).map(([name, value]) => [name, base64(value)]),
  )
  const body = JSON.stringify({ payloads: [{ metadata, data: base64(sealed!.data!) }] })
  const decode = (token?: string) =>
    fetch(url('/codec/decode'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://127.0.0.1:8233',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body,
    })
  expect((await decode()).status).toBe(401)
  expect((await decode((await tenant.holding([])).token)).status).toBe(403)
  const elsewhere = await (await tenantIn(at)).holding(['ViewDeveloperTools'])
  expect((await decode(elsewhere.token)).status).toBe(403)
  const developer = await tenant.holding(['ViewDeveloperTools'])
  const answer = await decode(developer.token)
  const { payloads } = (await answer.json()) as { payloads: { data: string }[] }
  expect(Buffer.from(payloads[0]!.data, 'base64').toString()).toBe('"reminder"')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the link of a mail opens a page that posts, and runs nothing but its own script', async () => {
  for (const name of ['invitation', 'password-reset']) {
    const page = await fetch(url(`/links/${name}`))
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const [, action = ''] = /data-action="([^"]+)"/.exec(await page.text()) ?? []
    const posted = await fetch(url(action), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'none', password: 'long enough for this' }),
    })
    expect(posted.status).toBe(409)
  }
  expect(await (await fetch(url('/links/page.js'))).text()).toContain('location.hash')
})

test('who is answered while it stops is told that the connection is of no more use', async () => {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<{ ok: true }>()
  const database = () => {
    asked.resolve()
    return told.promise
  }
  const other = await freePort()
  const probes = { needed: { database }, helpful: {} }
  const stopping = await startApi(readEnvironment({}), at.runtime, probes, other, async () => '')
  const answer = raw('GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n', other)
  await asked.promise
  const stopped = stopping.stop()
  told.resolve({ ok: true })
  expect(await answer).toMatch(/^HTTP\/1.1 200 [^]*connection: close\r\n/i)
  await stopped
})
