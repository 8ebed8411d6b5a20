import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { Channels } from '../../src/kernel/http/channel/channels.ts'
import { serveChannels } from '../../src/kernel/http/channel/serve-channels.ts'
import { readEnvironment } from '../../src/environment.ts'
import { areas } from '../../src/operations.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let app: App
let channels: Channels
const listed = 'https://portal.example,http://localhost:5173'

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  channels = new Channels(at.kernel)
  app = buildApp(areas, at.kernel)
  const { RECEIVABLES_REALTIME_ORIGINS: origins } = readEnvironment({
    RECEIVABLES_REALTIME_ORIGINS: listed,
  })
  serveChannels(app, at.kernel, channels, origins)
})
afterAll(async () => {
  await channels.stop()
  await at.close()
})

const tokenOf = async () => (await tenant.api.get('/realtime/generate-token')).body.token as string

async function openedFrom(origin: string | undefined, token: string) {
  const response = await app.request(`http://api.example/realtime/events?token=${token}`, {
    headers: { ...(origin !== undefined && { origin }) },
  })
  const { status, headers } = response
  const body = status === 200 ? undefined : ((await response.json()) as { code: string })
  await response.body?.cancel().catch(() => undefined)
  return { status, code: body?.code, allowed: headers.get('access-control-allow-origin') }
}

test.each(listed.split(','))(
  'a page of %s on the list may listen, and the answer names it',
  async (origin) => {
    const opened = await openedFrom(origin, await tokenOf())
    expect(opened).toEqual({ status: 200, code: undefined, allowed: origin })
  },
)

test('our own pages may listen, behind a proxy as well, and programs that name no page', async () => {
  for (const origin of ['http://api.example', 'https://api.example', 'http://test']) {
    expect((await openedFrom(origin, await tokenOf())).status).toBe(200)
  }
  expect(await openedFrom(undefined, await tokenOf())).toMatchObject({ status: 200, allowed: null })
})

test.each([
  'https://evil.example',
  'http://portal.example',
  'https://portal.example:8443',
  'https://portal.example.evil.example',
  'null',
])('a page of %s may not, and uses no token up', async (origin) => {
  const token = await tokenOf()
  const refused = { status: 403, code: 'ORIGIN_NOT_ALLOWED', allowed: null }
  expect(await openedFrom(origin, token)).toEqual(refused)
  expect((await openedFrom('https://portal.example', token)).status).toBe(200)
})

test.each([
  '*',
  'portal.example',
  'https://portal.example/',
  'https://a.example, https://b.example',
])('the variable refuses %s', (origins) => {
  expect(() => readEnvironment({ RECEIVABLES_REALTIME_ORIGINS: origins })).toThrow('separated by')
})
