import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/kernel/http/app.ts'
import type { Answered } from '../../src/kernel/http/answered.ts'
import { createKernel } from '../../src/kernel/http/kernel.ts'
import { textOf } from '../../src/kernel/http/metrics.ts'
import { areas } from '../../src/operations.ts'
import { lineOf } from '../../src/run/answered-log.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
const kept: Answered[] = []

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

async function serving() {
  const options = { rateLimit: 0, bodyLimit: 100_000, countsStrangers: false }
  const keepAnswered = (answered: Answered) => kept.push(answered)
  const kernel = await createKernel(at.runtime, { ...options, keepAnswered })
  const app = buildApp(areas, kernel)
  return { kernel, ask: (path: string, init?: RequestInit) => app.request(path, init) }
}

test('each request leaves one line: who asked for what, and never what was sent', async () => {
  const { kernel, ask } = await serving()
  const canary = 'Nobody reads me 4711'
  const headers = {
    authorization: `Bearer ${tenant.api.token}`,
    'content-type': 'application/json',
  }
  const role = { name: canary, description: canary, rights: ['ReadRoles'] }
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const made = await ask('/roles', {
    method: 'POST',
    headers: { ...headers, traceparent: `00-${trace}-b7ad6b7169203331-01` },
    body: JSON.stringify(role),
  })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  await ask(`/roles/${id}?secret=${encodeURIComponent(canary)}`, { headers })
  await ask('/roles', { headers: { authorization: 'Bearer rp_system_nobody' } })
  await ask(`/nothing/${encodeURIComponent(canary)}`)

  const [created, refused, stranger, nowhere] = kept
  expect(created).toMatchObject({
    requestId: made.headers.get('x-request-id'),
    traceId: trace,
    method: 'POST',
    operation: 'createRole',
    path: '/roles',
    status: 201,
    code: undefined,
    tenantId: tenant.id,
    principalId: expect.any(String),
    ms: expect.any(Number),
  })
  expect(refused).toMatchObject({ path: '/roles/{id}', status: 400, code: 'VALIDATION_FAILED' })
  expect(stranger).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', principalId: undefined })
  expect(nowhere).toMatchObject({ status: 404, operation: undefined, path: undefined })
  expect(kept).toHaveLength(4)
  for (const secret of [canary, encodeURIComponent(canary), tenant.api.token, id]) {
    expect(JSON.stringify(kept)).not.toContain(secret)
  }
  const numbers = textOf(kernel.answers.metrics)
  expect(numbers).toContain('requests_total{operation="createRole",status="201",code=""} 1')
  const none = 'requests_total{operation="none",status="404",code=""} 1'
  expect(numbers).toContain(none)
  expect(numbers).toContain('receivables_request_seconds_count 4')
})

test('a line for people says it at a glance', () => {
  const [, refused] = kept
  const line = lineOf({ ...refused!, ms: 12.4 })
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d {2}GET {2}\/roles\/\{id\} +400 {4}12 ms {2}\S+ {2}VALIDATION_FAILED$/,
  )
})

test('whoever comes without a path is told where to go on', async () => {
  const { ask } = await serving()
  const front = await ask('/')
  const { name, ...places } = (await front.json()) as Record<string, string>
  expect(name).toBe('Receivables')
  for (const place of [places['openapi'], places['errors'], places['reference']]) {
    expect((await ask(String(place))).status, place).toBe(200)
  }
  expect((await ask('/', { method: 'POST' })).status).toBe(405)
})
