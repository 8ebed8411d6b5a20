import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'
import { sealedColumns } from '../../src/entities/table.ts'
import { KeyRing } from '../../src/ports/keys/key-ring.ts'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { decryptSecret } from '../../src/ports/keys/secrets.ts'
import { mastersOf } from '../../src/run/master-key.ts'
import { receiver, type Arrived, type Receiver } from '../webhooks/receiver.ts'
import { commandLine, ran, type Ran } from '../support/command.ts'
import { apart, demonstrated, eventually, type Installation } from './installation.ts'

// Another master key while everybody serves and the command dies at each of its steps: all that was
// sealed before is read, and at last without the key of before.
const signingKey = 'a key of this test'
const minute = 60_000

let at: Installation
let target: Receiver

beforeAll(async () => {
  target = await receiver()
  at = await apart({
    RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: target.host,
    RECEIVABLES_RATE_LIMIT: '100000',
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../webhooks/certificates/authority.pem'),
  })
  await at.ready()
}, 3 * minute)
afterAll(async () => {
  await at?.close()
  await target?.close()
})

/** The command line beside the processes, to die at a point where one is named. */
function key(words: readonly string[], crashAt?: string): Promise<Ran> {
  const { databaseUrl: DATABASE_URL, temporalAddress: TEMPORAL_ADDRESS } = at.facts()
  const env = {
    ...process.env,
    DATABASE_URL,
    TEMPORAL_ADDRESS,
    RECEIVABLES_DATA_DIR: at.dir,
    RECEIVABLES_LOG_LEVEL: 'warn',
    ...(crashAt !== undefined && { RECEIVABLES_CRASH_AT: crashAt }),
  }
  return ran([commandLine, 'key', ...words], { env })
}

const ring = () => {
  const [first = '', ...further] = mastersOf(readEnvironment({ RECEIVABLES_DATA_DIR: at.dir }))
  return new KeyRing(first, further)
}
const keyFiles = () => readdirSync(at.dir).filter((name) => name.startsWith('master-key'))

interface Value {
  table: string
  column: string
  tenantId: string
  id: string
  sealed: string
}

async function sealedValues(): Promise<Value[]> {
  const texts = sealedColumns().flatMap(({ table, columns }) =>
    columns.map(
      (column) => `select '${table}' as table, '${column}' as column, tenant_id as tenant_id,
        id as id, ${column} as sealed from ${table} where ${column} is not null`,
    ),
  )
  const rows = await at.rows<Value & { tenant_id: string }>(texts.join(' union all '))
  return rows.map(({ tenant_id: tenantId, ...value }) => ({ ...value, tenantId }))
}

/** How many values each key has sealed, each of which opens. */
async function sealedByKey(): Promise<Record<string, number>> {
  const keys = ring()
  const count: Record<string, number> = {}
  for (const { sealed, ...place } of await sealedValues()) {
    expect(decryptSecret(keys, sealed, place).byteLength).toBeGreaterThan(0)
    const [, id = ''] = sealed.split('.')
    count[id] = (count[id] ?? 0) + 1
  }
  return count
}

let made = 0
async function subscribe(type: string): Promise<void> {
  const n = ++made
  const { status } = await at.insist('POST', '/webhook', {
    title: `Rotation ${n}`,
    url: target.url.replace('/hook', `/${n}`),
    type,
    trigger: 'PUSH',
    method: 'POST',
    key: signingKey,
    customHeaders: { 'x-secret': `value ${n}` },
  })
  expect(status).toBe(201)
}

const isSigned = ({ body, headers }: Arrived) => {
  try {
    new Webhook(signingKey, { format: 'raw' }).verify(body, { ...headers })
    return headers['x-secret'] === 'value 1'
  } catch {
    return false
  }
}

/** Something happens that a receiver hears of, signed with what is sealed. */
async function happens(): Promise<void> {
  const code = `ROTATE_${++made}`
  const body = { code, type: 'STOP', name: 'Rotated' }
  const reason = await at.insist('POST', '/reason-code', body)
  expect(reason.status).toBe(201)
  const id = String(reason.body['id'])
  const heard = () => target.arrived.find((one) => one.body.includes(id))
  await eventually(`${code} to be heard of`, async () => heard() !== undefined, 4 * minute)
  expect(isSigned(heard()!)).toBe(true)
}

/** Callers who change, read and are told of things, until they are stopped. */
function load() {
  const stopping = new AbortController()
  let rounds = 0
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await subscribe('INVOICE')
      await happens()
      expect((await at.call('GET', '/webhook')).status).toBe(200)
      rounds++
    }
  })()
  running.catch(() => undefined)
  return async () => {
    stopping.abort()
    await running
    return rounds
  }
}

interface Told {
  id: string
  is: string
  values: number
  processes: number
  schedules: number
  stays?: string
}
const told = async () => JSON.parse((await key(['list', '--json'])).out) as Told[]

async function invite(): Promise<{ userId: string; token: string }> {
  const { clientId, tenantId } = at.facts()
  const email = `rotated${++made}@example.com`
  const user = await at.insist('POST', '/users', { email, name: 'R', roleIds: [], clientId })
  expect(user.status).toBe(201)
  const userId = String(user.body['id'])
  const [row] = await at.rows<{ id: string }>('select id from user_invitation where user_id = $1', [
    userId,
  ])
  return { userId, token: linkToken(ring().links, 'invitation', tenantId, row!.id) }
}

async function accepted({ userId, token }: { userId: string; token: string }): Promise<void> {
  const body = { token, password: 'a lake, a boat, no wind' }
  expect((await at.insist('POST', '/invitations/accept', body)).status).toBeLessThan(300)
  const user = await at.call('GET', `/users/${userId}`)
  expect(user.body['status']).toBe('ACTIVE')
}

const workflowsOf = async (status: string) => {
  const { Client, Connection } = await import('@temporalio/client')
  const { temporalAddress: address, temporalNamespace: namespace } = at.facts()
  const connection = await Connection.connect({ address })
  try {
    const client = new Client({ connection, namespace })
    return (
      await client.workflow.count(`WorkflowType = 'inviteUser' and ExecutionStatus = '${status}'
          and RxEntityId != '${demonstrated}'`)
    ).count
  } finally {
    await connection.close()
  }
}

test(
  'the key changes under load, wherever the command dies, and the former one goes',
  async () => {
    await subscribe('REASON_CODE')
    for (let n = 0; n < 110; n++) await subscribe('INVOICE')
    const [before, later, last] = [await invite(), await invite(), await invite()]
    await eventually('their workflows', async () => (await workflowsOf('Running')) === 3)
    const former = ring().id
    expect(Object.keys(await sealedByKey())).toEqual([former])
    const stop = load()

    expect(await key(['rotate'], 'key-made')).toMatchObject({ code: -1 })
    expect(keyFiles()).toHaveLength(2)
    expect((await told()).map(({ is }) => is)).toEqual(['CURRENT'])
    // A relay would go on with what the command began.
    await at.kill('relay')
    expect(await key(['rotate'], 'key-switched')).toMatchObject({ code: -1 })
    // It takes the one that was made.
    expect(keyFiles()).toHaveLength(2)
    const [current] = await told()
    expect(current!.id).not.toBe(former)
    expect(await key(['rotate'], 'page-resealed@webhook')).toMatchObject({ code: -1 })
    const half = await sealedByKey()
    expect(half[former]).toBeGreaterThan(0)
    expect(half[current!.id]).toBeGreaterThan(0)
    await at.start('relay')
    // A link of before opens, and its process reads what it was told then and now.
    await accepted(before)
    await eventually('its end', async () => (await workflowsOf('Completed')) === 1)
    await happens()

    const done = await key(['rotate'])
    expect(done.out).toMatch(/goes on with the change|is the current one since/)
    expect(done.code).toBe(0)
    expect(Object.keys(await sealedByKey())).toEqual([current!.id])
    await accepted(later)
    await eventually('its end', async () => (await workflowsOf('Completed')) === 2)
    expect(await stop()).toBeGreaterThan(0)

    // Temporal keeps what was sealed before as long as it keeps its processes.
    expect(await told()).toMatchObject([
      { id: current!.id, is: 'CURRENT' },
      { id: former, is: 'FORMER', values: 0, schedules: 0, processes: expect.any(Number) },
    ])
    const early = await key(['remove', former])
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining('keeps processes') })

    // Here they go with its store; what was open is begun again.
    await at.kill('temporal')
    await at.emptyTemporal()
    await at.start('temporal')
    await at.rows(`update master_key set sealed_until = sealed_until - interval '1 hour'`)
    await eventually('it can go', async () => (await told())[1]?.stays === undefined)
    expect(await key(['remove', former])).toMatchObject({ code: 0 })
    expect(keyFiles()).toEqual([`master-key-${current!.id}`])
    expect(Object.keys(await sealedByKey())).toEqual([current!.id])
    await happens()
    for (const part of ['api', 'worker', 'relay'] as const) {
      await at.kill(part)
      await at.start(part)
    }
    await at.ready()
    await happens()
    // Mailed under a key that is gone, it opens nothing; the same link under the current one does.
    const body = { token: last.token, password: 'a lake, a boat, no wind' }
    expect((await at.insist('POST', '/invitations/accept', body)).status).toBe(409)
    expect((await told())[1]).toMatchObject({ id: former, is: 'REMOVED' })
  },
  8 * minute,
)
