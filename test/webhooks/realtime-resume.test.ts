import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { Channels } from '../../src/kernel/http/channel/channels.ts'
import { eventIdAt, journalIdOf, openMark } from '../../src/kernel/http/channel/event-ids.ts'
import { serveChannels } from '../../src/kernel/http/channel/serve-channels.ts'
import { areas } from '../../src/operations.ts'
import { tenantIn, world, type Api, type TestTenant, type World } from '../support/world.ts'
import { Reader } from './reader.ts'

let tenant: TestTenant
let at: World
let channels: Channels
let app: App

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  channels = new Channels(at.kernel)
  serveChannels((app = buildApp(areas, at.kernel)), at.kernel, channels)
})
afterAll(async () => {
  await channels.stop()
  await at.close()
})

async function listen(mark?: string): Promise<Reader> {
  const headers = {
    authorization: `Bearer ${tenant.api.token}`,
    ...(mark !== undefined && { 'last-event-id': mark }),
  }
  const response = await app.request('/realtime/events', { headers })
  expect(response.status).toBe(200)
  const reader = new Reader(response)
  await reader.until('open')
  return reader
}

const say = (api: Api, text: string) => api.post('/realtime/test/send', { text })

/** As it looks while a transaction is long in committing, or after it. */
const written = (id: string) =>
  at.owner(
    `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
       principal_name, at, entries, data)
     values ($1, $2, 'RealtimeMessage', 'late', 'SYSTEM', id_of('platform'), 'late', now(),
       '[{"a":"C","m":{"REALTIME":"late"}}]', '{"REALTIME":{}}')`,
    [tenant.id, journalIdOf(id)],
  )

/** Until nothing that is written by now is under way any more, in whichever database of the server. */
async function settled(): Promise<void> {
  const [row] = await at.owner('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const isOver = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as over'
  await expect
    .poll(async () => (await at.owner(isOver, [row?.['next']]))[0])
    .toEqual({ over: true })
}

describe('a channel that is opened again', () => {
  test('goes on after what it sent last, and sends nothing complete twice', async () => {
    const first = await listen()
    for (const text of ['One', 'Two', 'Three']) {
      await say(tenant.api, text)
      await settled()
      await channels.poll()
      await first.until(text)
    }
    const marks = [...first.text.matchAll(/^id: (.*)$/gm)].map(([, mark]) => mark!)
    await first.leave()
    for (const [at, texts] of [
      [0, ['Two', 'Three', 'Four']],
      [1, ['Three', 'Four']],
      [2, ['Four']],
    ] as const) {
      const again = await listen(marks[at])
      if (at === 0) await say(tenant.api, 'Four')
      await channels.poll()
      await again.until('Four')
      expect([...again.text.matchAll(/"text":"(.*?)"/g)].map(([, text]) => text)).toEqual(texts)
      await again.leave()
    }
  })

  test('goes on with what was still being written when something newer was sent', async () => {
    const first = await listen()
    const id = eventIdAt(Date.now() - 3_000)
    await settled()
    await at.owner('begin')
    await written(id)
    await say(tenant.api, 'Newer')
    await channels.poll()
    await first.until('Newer')
    const { mark } = first
    await first.leave()
    await at.owner('commit')
    const again = await listen(mark)
    await again.until('"late"')
    expect(again.told.map(({ id: told }) => told)).toEqual([id])
    await again.leave()
  })
})

test('what a reader gives back is read, and nothing else', () => {
  const eventId = eventIdAt(Date.now())
  expect(openMark(eventId)).toEqual({ eventId, runningFrom: null })
  expect(openMark(`${eventId}-48210`)).toEqual({ eventId, runningFrom: '48210' })
  for (const other of ['', 'EV1', `${eventId}-`, `${eventId}-x`, `${eventId}-1-2`, ` ${eventId}`]) {
    expect(openMark(other)).toBeUndefined()
  }
})

test('who listens is asked once a round, each token once, however many channels it has', async () => {
  const other = await tenant.holding(['GenerateRealtimeToken'])
  const readers = [await listen(), await listen(), await listen()]
  const response = await app.request('/realtime/events', {
    headers: { authorization: `Bearer ${other.token}` },
  })
  readers.push(new Reader(response))
  const asked = vi.spyOn(at.kernel.authenticator, 'callers')
  await channels.poll()
  const hashes = asked.mock.calls.map(([, , of]) => of.length)
  asked.mockRestore()
  expect(hashes).toEqual([2])
  await Promise.all(readers.map((reader) => reader.leave()))
})
