import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newJournalId } from '../../src/kernel/write/ids.ts'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { Channels } from '../../src/kernel/http/channel/channels.ts'
import { eventIdAt, journalIdOf, timeOfEventId } from '../../src/kernel/http/channel/event-ids.ts'
import { serveChannels } from '../../src/kernel/http/channel/serve-channels.ts'
import { areas } from '../../src/operations.ts'
import { clientIn } from '../access/people.ts'
import { activatedInvoice, createdInvoice, clientIn as clientInBusiness } from '../support/trade.ts'
import { tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { Reader } from './reader.ts'
import { besideJournalId } from '../support/ids-inside.ts'
import { soonerThan } from '../support/sooner-than.ts'

let at: World
let tenant: TestTenant
let app: App
let channels: Channels

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())
beforeEach(async () => {
  tenant = await tenantIn(at)
  serve(new Channels(at.kernel))
})
afterEach(() => channels.stop())

function serve(opened: Channels): void {
  channels = opened
  app = buildApp(areas, at.kernel)
  serveChannels(app, at.kernel, channels)
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.request(`/realtime/events${path}`, { headers })

async function listen(api: Api, lastEventId?: string): Promise<Reader> {
  const response = await ask('', {
    authorization: `Bearer ${api.token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
  expect(response.status).toBe(200)
  const reader = new Reader(response)
  await reader.until('open')
  return reader
}

const tokenOf = async (api: Api): Promise<string> =>
  (await api.get('/realtime/generate-token')).body.token

const say = (api: Api, text: string) => api.post('/realtime/test/send', { text })

let codes = 0
const reasonCode = async () =>
  (
    await tenant.api.post('/reason-code', {
      code: `CODE_${++codes}`,
      type: 'DISPUTE',
      name: 'A reason',
    })
  ).body.id as string

/** As it would look after a transaction that was long in committing. */
const committedLate = (id: string) =>
  at.owner(
    `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
       principal_name, at, entries)
     values ($1, $2, 'RealtimeMessage', 'late', 'SYSTEM', id_of('platform'), 'late', now(),
       '[{"a":"C","m":{"REALTIME":"late"}}]')`,
    [tenant.id, journalIdOf(id)],
  )

describe('a realtime token', () => {
  test('opens one channel, once, also where many try at once', async () => {
    const { body } = await tenant.api.get('/realtime/generate-token')
    expect(body).toMatchObject({ url: `/realtime/events?token=${body.token}` })
    const lifetimeMs = Date.parse(body.expiresAt) - at.clock.now.getTime()
    expect(lifetimeMs).toBeGreaterThan(58_000)
    expect(lifetimeMs).toBeLessThanOrEqual(60_000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(`?token=${body.token}`)))
    const opened = answers.filter(({ status }) => status === 200)
    expect(opened).toHaveLength(1)
    expect(opened[0]!.headers.get('content-type')).toBe('text/event-stream')
    expect(opened[0]!.headers.get('cache-control')).toBe('no-store')
    const refused = answers.find(({ status }) => status !== 200)!
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
    await new Reader(opened[0]!).until('open')
  })

  test('is over after 60 s', async () => {
    const began = at.clock.now
    const [early, late] = [await tokenOf(tenant.api), await tokenOf(tenant.api)]
    at.clock.now = new Date(began.getTime() + 58_000)
    expect((await ask(`?token=${early}`)).status).toBe(200)
    at.clock.now = new Date(began.getTime() + 60_001)
    expect((await ask(`?token=${late}`)).status).toBe(401)
    at.clock.now = began
  })

  test('is refused where it is forged, where its maker is gone, or has lost the right', async () => {
    const api = await tenant.holding(['GenerateRealtimeToken'])
    const token = await tokenOf(api)
    const [head, body, signature] = token.split('.') as [string, string, string]
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'rt+jwt' })).toString('base64url')
    const forged = [
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${none}.${body}.`,
      'word',
      '',
      api.token,
    ]
    for (const each of forged) expect((await ask(`?token=${each}`)).status).toBe(401)
    expect((await ask('')).status).toBe(401)
    await at.owner(
      `update token set rights = '{ReadUsers}' where tenant_id = $1
      and rights = '{GenerateRealtimeToken}'`,
      [tenant.id],
    )
    await tenant.api.post('/cache/clear/all')
    const denied = await ask(`?token=${token}`)
    expect(denied.status).toBe(403)
    expect(await denied.json()).toMatchObject({
      code: 'ACCESS_DENIED',
      requiredRights: ['GenerateRealtimeToken'],
    })
    await at.owner('update token set revoked_at = now() where tenant_id = $1', [tenant.id])
    expect((await ask(`?token=${token}`)).status).toBe(401)
  })
})

describe('in the order of time a channel', () => {
  test('sends what happens from its opening on, each event once', async () => {
    await reasonCode()
    const reader = await listen(tenant.api)
    const id = await reasonCode()
    expect((await say(tenant.api, 'Hello')).status).toBe(202)
    await channels.poll()
    await channels.poll()
    await reader.until('Hello')
    expect(reader.told).toMatchObject([
      { type: 'REASON_CODE', event: 'created', subjectId: id },
      { type: 'REALTIME', event: 'test', data: { text: 'Hello' } },
    ])
    expect(reader.told[0]).toMatchObject({ version: 1, changed: [], data: {} })
    expect(reader.told[1]).toMatchObject({ version: null, changed: [] })
  })

  test('sends what was committed later than its number says', async () => {
    const reader = await listen(tenant.api)
    await say(tenant.api, 'First')
    await channels.poll()
    await reader.until('First')
    const id = eventIdAt(Date.now() - 5_000)
    await committedLate(id)
    await channels.poll()
    await reader.until(id)
    expect(reader.told.map(({ event }) => event)).toEqual(['test', 'late'])
  })

  test('goes on from where it was left, also with what was committed late', async () => {
    const first = await listen(tenant.api)
    await say(tenant.api, 'One')
    await channels.poll()
    await first.until('One')
    const [last] = first.told
    await first.leave()
    await say(tenant.api, 'Two')
    await committedLate(eventIdAt(timeOfEventId(last!.id)! - 3_000))
    const again = await listen(tenant.api, last!.id)
    await again.until('Two')
    expect(again.text).toContain('"late"')
    expect(again.told.filter(({ id }) => id === last!.id)).toEqual([])
    await say(tenant.api, 'Three')
    await channels.poll()
    await again.until('Three')
    expect(new Set(again.told.map(({ id }) => id)).size).toBe(again.told.length)
  })

  test('sends what was missed before what is new, also if others listen', async () => {
    const other = await listen(tenant.api)
    const first = await reasonCode()
    await channels.poll()
    const missed = await reasonCode()
    await channels.poll()
    const fresh = await reasonCode()
    await other.until(missed)
    const back = await listen(tenant.api, other.told.at(-2)!.id)
    await back.until(fresh)
    const told = back.told.map(({ subjectId }) => subjectId)
    expect(told.filter((id) => [missed, fresh].includes(id))).toEqual([missed, fresh])
    await other.until(fresh)
    expect(other.told.map(({ subjectId }) => subjectId)).toEqual([first, missed, fresh])
  })

  test('says so where it was away for too long, and refuses what is no event', async () => {
    const reader = await listen(tenant.api, eventIdAt(Date.now() - 3_700_000))
    await reader.until('event: reset')
    const headers = { authorization: `Bearer ${tenant.api.token}`, 'last-event-id': 'EV1' }
    expect((await ask('', headers)).status).toBe(400)
  })
})

describe('a channel', () => {
  test('sends families that the listener may read, and nothing of another tenant', async () => {
    const other = await tenantIn(at)
    const reader = await listen(await tenant.holding(['GenerateRealtimeToken', 'ReadClient']))
    await reasonCode()
    const clientId = await clientIn(tenant)
    await say(other.api, 'Of others')
    await say(tenant.api, 'The end')
    await channels.poll()
    await reader.until('The end')
    expect(new Set(reader.told.map(({ type }) => type))).toEqual(new Set(['CLIENT', 'REALTIME']))
    expect(reader.told).toContainEqual(expect.objectContaining({ subjectId: clientId }))
    expect(reader.text).not.toContain('Of others')
  })

  test('of a client sends only events of that client, of a debtor only its own', async () => {
    const [clientId, otherId] = [await clientInBusiness(tenant), await clientInBusiness(tenant)]
    const mine = await createdInvoice(tenant, clientId)
    const [{ debtor_id: debtorId }] = (await at.owner(
      'select debtor_id from invoice where id = $1',
      [mine],
    )) as [{ debtor_id: string }]
    const rights = ['GenerateRealtimeToken', 'ReadInvoice', 'ReadClient'] as const
    const [client, debtor] = await Promise.all([
      tenant.holding(rights, { clientId }).then((api) => listen(api)),
      tenant.holding(rights, { clientId, debtorId }).then((api) => listen(api)),
    ])
    const more = { customerNumber: '7', name: 'Another AB', type: 'COMPANY' }
    const [theirs, anothers, draft, again] = [
      await activatedInvoice(tenant, otherId),
      await activatedInvoice(tenant, clientId, { debtor: more }),
      await createdInvoice(tenant, clientId),
      await activatedInvoice(tenant, clientId),
    ]
    await channels.poll()
    await client.until(again)
    await debtor.until(again)
    const heard = ({ told }: Reader) => new Set(told.map(({ subjectId }) => subjectId))
    expect(heard(client)).toContain(anothers)
    expect(heard(client)).toContain(draft)
    expect(heard(client)).not.toContain(theirs)
    expect(heard(debtor)).toContain(again)
    expect(debtor.text).not.toContain(draft)
    expect(debtor.text).not.toContain(anothers)
    expect(debtor.text).not.toContain(theirs)
  })

  test('of a client hears what is sent to that client, and the tenant hears all', async () => {
    const clientId = await clientIn(tenant)
    const rights = ['GenerateRealtimeToken'] as const
    const bound = await tenant.holding(rights, { clientId })
    const [client, all] = [await listen(bound), await listen(tenant.api)]
    await say(tenant.api, 'To the tenant')
    await say(bound, 'To the client')
    await channels.poll()
    await client.until('To the client')
    await all.until('To the client')
    expect(client.text).not.toContain('To the tenant')
    expect(all.text).toContain('To the tenant')
  })
})

describe('a channel is closed', () => {
  test('when its token is revoked, and sends nothing of what came after', async () => {
    const api = await tenant.holding(['GenerateRealtimeToken'])
    const response = await ask(`?token=${await tokenOf(api)}`)
    const reader = new Reader(response)
    await at.owner(
      `update token set revoked_at = now() where tenant_id = $1
      and rights = '{GenerateRealtimeToken}'`,
      [tenant.id],
    )
    await say(tenant.api, 'Too late')
    await channels.poll()
    expect(await reader.untilOver()).toContain('"reason":"ENDED"')
    expect(reader.text).not.toContain('Too late')
  })

  test('by itself within a second or so, without anybody asking', async () => {
    const reader = await listen(tenant.api)
    await at.owner('update token set revoked_at = now() where tenant_id = $1', [tenant.id])
    expect(await soonerThan(10_000, reader.untilOver())).toContain('"reason":"ENDED"')
  })

  test('when the right to listen is gone; a right to read that is gone ends that family', async () => {
    const role = await tenant.api.post('/roles', {
      name: 'Listener',
      rights: ['GenerateRealtimeToken', 'ReadReasonCode'],
    })
    const api = await tenant.holding([], { roleIds: [role.body.id] })
    const reader = await listen(api)
    await reasonCode()
    await channels.poll()
    await reader.until('REASON_CODE')
    const before = reader.told.length
    const path = `/roles/${role.body.id}/rights`
    expect((await tenant.api.delete(`${path}/ReadReasonCode`)).status).toBeLessThan(300)
    await reasonCode()
    await say(tenant.api, 'Still here')
    await channels.poll()
    await reader.until('Still here')
    expect(reader.told.length).toBe(before + 1)
    await tenant.api.delete(`${path}/GenerateRealtimeToken`)
    await channels.poll()
    expect(await reader.untilOver()).toContain('"reason":"ACCESS_DENIED"')
  })

  test('when nobody reads it, and the others read on', async () => {
    const response = await ask('', { authorization: `Bearer ${tenant.api.token}` })
    const reader = await listen(tenant.api)
    const heard = reader.until('The end')
    for (let round = 0; round < 6; round++) {
      await at.owner(
        `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
           principal_name, at, entries, data)
         select $1, ${besideJournalId('$2::uuid')}, 'X', 'x', 'SYSTEM', id_of('platform'), 'x',
           now(),
           '[{"a":"C","m":{"REALTIME":"large"}}]',
           json_build_object('REALTIME', json_build_object('text', repeat('x', 4000)))
         from generate_series(1, 100) n`,
        [tenant.id, newJournalId()],
      )
      await channels.poll()
    }
    await say(tenant.api, 'The end')
    await channels.poll()
    await heard
    const slow = new Reader(response)
    expect(await slow.untilOver()).toContain('"reason":"SLOW"')
    expect(slow.told).toEqual([])
  })

  test('when the process stops', async () => {
    const reader = await listen(tenant.api)
    await channels.stop()
    expect(await reader.untilOver()).toContain('"reason":"STOPPING"')
    const headers = { authorization: `Bearer ${tenant.api.token}` }
    expect((await ask('', headers)).status).toBe(429)
  })
})

test('a caller has so many channels and no more; one that is left makes room', async () => {
  await channels.stop()
  serve(new Channels(at.kernel, { perCaller: 2, perProcess: 4 }))
  const [first] = [await listen(tenant.api), await listen(tenant.api)]
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const refused = await ask('', headers)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  const other = await tenantIn(at)
  await listen(other.api)
  expect((await ask('', { authorization: `Bearer ${other.api.token}` })).status).toBe(429)
  await first!.leave()
  await listen(tenant.api)
})

test('over a real connection it flows at once, and who hangs up makes room', async () => {
  await channels.stop()
  serve(new Channels(at.kernel, { perCaller: 1, perProcess: 3 }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const aborter = new AbortController()
  const open = async () =>
    fetch(`http://127.0.0.1:${port}/realtime/events?token=${await tokenOf(tenant.api)}`, {
      signal: aborter.signal,
    })
  const reader = new Reader(await open())
  await reader.until('open')
  await say(tenant.api, 'Over the wire')
  await reader.until('Over the wire')
  expect((await open()).status).toBe(429)
  aborter.abort()
  await vi.waitUntil(async () => {
    const response = await ask('', { authorization: `Bearer ${tenant.api.token}` })
    return response.status === 200
  })
  await channels.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('the address of channels knows one method', async () => {
  for (const method of ['HEAD', 'POST', 'DELETE']) {
    const response = await app.request('/realtime/events', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  }
})
