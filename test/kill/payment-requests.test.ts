import { afterAll, beforeAll, expect, test } from 'vitest'
import { apart, eventually, type Installation } from './installation.ts'
import { say } from './say.ts'
import { verified } from './snapshots.ts'
import { activate, invoiceAt, untilActivated } from './trade.ts'

// The rail has the request, and nobody here knows it yet: it is sent again, and money counts once.
let at: Installation
let clientId: string
let methodId: string

const minute = 60_000

beforeAll(async () => {
  at = await apart()
  await at.ready()
  clientId = at.facts().clientId
  const found = await at.insist('GET', '/payment-methods?code=SWISH&direction=IN')
  const [method] = found.body['data'] as { id: string }[]
  methodId = method!.id
  await at.insist('PUT', `/payment-methods/${methodId}`, { enabled: true })
  const agreed = { methodId, providerCode: 'SIMULATOR', currency: 'SEK' }
  const made = await at.insist('POST', '/payment-methods/configurations', agreed)
  const bound = { configurationId: made.body['id'], clientId }
  await at.insist('POST', '/payment-methods/configurations/client', bound)
  say('ready')
}, 3 * minute)
afterAll(() => at?.close())

const statusOf = async (id: string) =>
  (await at.insist('GET', `/payment-requests/${id}`)).body['status']
const paid = (id: string) =>
  at.rows<{ status: string }>('select status from payment_transaction where end_to_end_id = $1', [
    id,
  ])

async function dies(payerAlias: string): Promise<string> {
  const claimId = await invoiceAt(at, clientId)
  await activate(at, claimId)
  await untilActivated(at, [claimId], minute)
  await at.kill('worker')
  const sent = { methodId, claimId, payerAlias, amount: '10.00' }
  const id = String((await at.insist('POST', '/payment-requests', sent)).body['id'])
  await at.doomed('worker', `at-rail@${id}`)
  return id
}

test(
  'after the rail has told how it ended, its money is booked once',
  async () => {
    const id = await dies('46701234567')
    expect(await statusOf(id)).toBe('COMPLETED')
    await at.start('worker')
    await eventually('its process', async () => {
      const waiting = await at.rows(
        `select 1 from outbox where done_at is null and dead_at is null`,
      )
      return waiting.length === 0
    })
    expect(await paid(id)).toEqual([{ status: 'BOOKED' }])
    say('the rail had told it')
  },
  2 * minute,
)

test(
  'before the rail has told anything, it is sent again under its reference',
  async () => {
    const id = await dies('46701234504')
    expect(await statusOf(id)).toBe('CREATED')
    await at.start('worker')
    await eventually('its process', async () => (await statusOf(id)) === 'PENDING', minute)
    await at.insist('GET', `/payment-requests/status/${id}`)
    expect(await statusOf(id)).toBe('COMPLETED')
    expect(await paid(id)).toEqual([{ status: 'BOOKED' }])
    expect(await verified(at)).toEqual([])
    say('it was sent again')
  },
  3 * minute,
)
