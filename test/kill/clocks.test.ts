import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { coolOffMs, retryAfterMs } from '../../src/domain/webhooks/delivery.ts'
import { receiver, type Receiver } from '../webhooks/receiver.ts'
import { apart, eventually, type Installation } from './installation.ts'
import { verified } from './snapshots.ts'
import { activate, clientAt, invoiceAt, untilActivated, untilOutboxEmpty } from './trade.ts'

// Each part has a clock of its own that is wrong by ten minutes; all of it goes by the database's.
let at: Installation
let target: Receiver
const minute = 60_000

afterEach(async () => {
  await at?.close()
  await target?.close()
})

const shifted = (minutes: number) => ({
  SHIFT_MINUTES: String(minutes),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/shifted-clock.ts')}`,
})

async function begun(api: number, worker: number, relay: number): Promise<void> {
  target = await receiver(500)
  at = await apart(
    {
      RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: target.host,
      NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../webhooks/certificates/authority.pem'),
    },
    { api: shifted(api), worker: shifted(worker), relay: shifted(relay) },
  )
  await at.ready()
}

const mailed = () => {
  const folder = join(at.dir, 'mail')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')).length : 0
}

const near = (instant: unknown, expectedMs: number, withinMs = minute) =>
  expect(Math.abs(new Date(String(instant)).getTime() - expectedMs)).toBeLessThan(withinMs)

/** One that fails is tried once more in ten seconds, and by hand in half an hour. */
async function failsTwice(): Promise<void> {
  const hook = { title: 'Fails', url: target.url, type: 'REASON_CODE', trigger: 'PUSH' }
  const made = await at.insist('POST', '/webhook', { ...hook, method: 'POST', key: 'of this test' })
  expect(made.status).toBe(201)
  const code = { code: 'CLOCKS', type: 'STOP', name: 'Clocks' }
  expect((await at.insist('POST', '/reason-code', code)).status).toBe(201)
  await eventually('the retry', async () => target.arrived.length === 2)
  const [first, second] = target.arrived.map((each) => each.at) as [number, number]
  expect(second - first).toBeGreaterThanOrEqual(retryAfterMs)
  expect(second - first).toBeLessThan(retryAfterMs + 10_000)
  for (const { at: arrivedMs, headers } of target.arrived) {
    near(new Date(Number(headers['webhook-timestamp']) * 1_000), arrivedMs)
  }
  const [log] = await at.rows<{ id: string }>('select id from webhook_log')
  const failed = async () => {
    const { body } = await at.call('GET', `/webhook/log/${log!.id}`)
    return body['status'] === 'FAILED'
  }
  await eventually('it to have failed', failed)
  const { status, body } = await at.call('PUT', `/webhook/log/retry/${log!.id}`)
  expect([status, body['code']]).toEqual([409, 'WEBHOOK_RETRY_COOL_OFF'])
  near(body['retryAllowedAt'], first + coolOffMs)
}

test.each([
  [-10, 10, -10],
  [10, -10, 10],
])(
  'interface at %i, worker at %i and relay at %i minutes',
  async (api, worker, relay) => {
    await begun(api, worker, relay)
    const began = Date.now()
    const clientId = await clientAt(at)
    const invoices = await Promise.all(Array.from({ length: 20 }, () => invoiceAt(at, clientId)))
    const accepted = await Promise.all(invoices.map((id) => activate(at, id)))
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))
    const invited = await at.insist('POST', '/users', { email: 'bo@example.com', name: 'Bo Ek' })
    expect(invited.status).toBe(201)
    await Promise.all([
      untilActivated(at, invoices, minute),
      eventually('the mail', async () => mailed() === 1),
      failsTwice(),
    ])
    await untilOutboxEmpty(at)
    // Nothing waited for a clock that lags, and what is written down was then.
    const moments = await at.rows<{ at: Date }>(
      `select created_at as at from invoice union all select created_at from webhook_log
     union all select started_at from webhook_attempt union all select booked_at
     from invoice_activation union all select sent_at from user_invitation`,
    )
    for (const moment of moments) {
      expect(moment.at.getTime()).toBeGreaterThan(began - minute)
      expect(moment.at.getTime()).toBeLessThan(Date.now() + 1_000)
    }
    await sleep(1_000)
    expect(await at.rows(`select 1 from webhook_taken`)).toEqual([])
    expect(await verified(at)).toEqual([])
  },
  300_000,
)
