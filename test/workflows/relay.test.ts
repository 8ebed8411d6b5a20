import { numberOfTenant } from '../../src/domain/id-forms.ts'
import { idCodes } from '../../src/domain/ids.ts'
import { idOfNth, nthId } from '../support/ids-inside.ts'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gathering, overdue } from '../../src/activities/areas.ts'
import { createActivities } from '../../src/activities/registry.ts'
import { pageOfLate, purgeBatch, Reconciler } from '../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../src/kernel/relay/relay.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { textOf } from '../../src/kernel/http/metrics.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { measure } from '../../src/run/measuring.ts'
import { engine, type Engine } from '../support/temporal.ts'
import { fill } from '../support/fill.ts'
import { invitedUser } from '../support/people.ts'
import { allDue, allSent } from '../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let temporal: Engine
let relay: Relay

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-core' })
  relay = relayWith(temporal.client)
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await at.close()
})

const relayWith = (client: Client) =>
  new Relay({ gathering, url: at.installed.relayUrl, client, log: at.runtime.log })

function invite(unit: Unit): Invitation {
  const user = invitedUser(unit)
  const invitation = unit.add(Invitation, {
    userId: user.id,
    status: 'PENDING',
    expiresAt: new Date(unit.now.getTime() + 86_400_000),
  })
  unit.start('inviteUser', invitation.id)
  return invitation
}

const rows = (entityId: string) =>
  at.owner(`select * from outbox where workflow_id like '%' || $1 order by id`, [entityId])
const mailsOf = ({ id }: Invitation) =>
  at.letters.filter(({ messageId }) => messageId.startsWith(id)).length

test('what is committed is started, once, and acknowledged', async () => {
  const invitation = await tenant.work(invite)
  await relay.carry()
  await expect.poll(() => mailsOf(invitation)).toBe(1)
  expect((await rows(invitation.id)).map((row) => row['done_at'] !== null)).toEqual([true])
  const [told] = await temporalInfo(invitation)
  expect(told).toMatchObject({ RxTenant: [tenant.id], RxEntityId: [invitation.id] })
})

async function temporalInfo({ id }: Invitation) {
  const { searchAttributes } = await temporal.client.workflow
    .getHandle(`invite-user/${tenant.id}/${id}`)
    .describe()
  return [searchAttributes]
}

test('what is rolled back leaves nothing to start', async () => {
  const refused = tenant.work((unit) => {
    invite(unit)
    throw new Error('the verb failed')
  })
  await expect(refused).rejects.toThrow('the verb failed')
  expect(await relay.carry()).toBe(0)
})

test('several relays at once send each message once', async () => {
  const invitations = await Promise.all(Array.from({ length: 20 }, () => tenant.work(invite)))
  const others = [relayWith(temporal.client), relayWith(temporal.client)]
  const carried = await Promise.all([relay, ...others].map((each) => each.carry()))
  expect(carried.reduce((sum, n) => sum + n)).toBe(20)
  await Promise.all(others.map((each) => each.stop()))
  for (const invitation of invitations) {
    await expect.poll(() => mailsOf(invitation)).toBe(1)
  }
})

test('what Temporal could not take waits, and is sent when it is back', async () => {
  const invitation = await tenant.work(invite)
  const nowhere = Connection.lazy({ address: `127.0.0.1:${await freePort()}` })
  const cutOff = relayWith(new Client({ connection: nowhere }))
  await cutOff.carry()
  await cutOff.stop()
  await nowhere.close()
  const [waiting] = await rows(invitation.id)
  expect(waiting).toMatchObject({ done_at: null, dead_at: null, attempts: 1 })
  expect(waiting?.['last_error']).toBeTruthy()
  await allDue(at)
  await relay.carry()
  await expect.poll(() => mailsOf(invitation)).toBe(1)
})

test('a signal ends what it is for; one that comes too late is no fault', async () => {
  const invitation = await tenant.work(invite)
  await relay.carry()
  const withdraw = () =>
    tenant.work(async (unit) => {
      const row = await unit.load(Invitation, invitation.id)
      row.status = 'WITHDRAWN'
      unit.signal('inviteUser', invitation.id, 'closed')
    })
  await withdraw()
  await relay.carry()
  const handle = temporal.client.workflow.getHandle(`invite-user/${tenant.id}/${invitation.id}`)
  expect(await handle.result()).toBe('CLOSED')
  await withdraw()
  await relay.carry()
  expect((await rows(invitation.id)).every((row) => row['done_at'] !== null)).toBe(true)
})

test('a process that lost its run is started again by the reconciler', async () => {
  const invitation = await tenant.work(invite)
  await allSent(at)
  await at.owner(
    `update user_invitation set created_at = now() - interval '2 minutes' where id = $1`,
    [invitation.id],
  )
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  expect(await reconciler.reconcile()).toBeGreaterThan(0)
  await expect.poll(() => mailsOf(invitation)).toBe(1)
  await reconciler.stop()
})

test('however many are late for long, the reconciler comes to all others', async () => {
  const [stuck, late] = [await tenant.work(invite), await tenant.work(invite)]
  await allSent(at)
  const inviteUser = `select tenant_id, case when n > ${pageOfLate} then id_of('${late.id}')
      else id_of('${stuck.id}') end as id
    from user_invitation, generate_series(1, ${pageOfLate + 1}) n
    where id = id_of('${stuck.id}') order by n limit ${pageOfLate}`
  const { relayUrl: url } = at.installed
  const none = Object.fromEntries(Object.keys(overdue).map((name) => [name, null]))
  const reconciler = new Reconciler({
    ...at.runtime,
    overdue: { ...none, inviteUser },
    url,
    client: temporal.client,
  })
  await reconciler.reconcile()
  await reconciler.reconcile()
  await expect.poll(() => mailsOf(late)).toBe(1)
  await reconciler.stop()
})

test('the reconciler sweeps up what is old, halves of documents too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receivables-halves-'))
  await mkdir(join(folder, 'half'))
  const [old, young] = ['old', 'young'].map((name) => join(folder, 'half', name))
  for (const half of [old!, young!]) await writeFile(half, 'hal')
  const now = new Date()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  await utimes(old!, ago(61), ago(61))
  await utimes(young!, ago(59), ago(59))
  await at.owner(
    `insert into login_attempt (tenant_id, subject, failed_at) values
       ($1, 'long ago', array[now() - interval '25 hours']), ($1, 'never', '{}'),
       ($1, 'lately', array[now() - interval '25 hours', now() - interval '23 hours'])`,
    [tenant.id],
  )
  const much = 2 * purgeBatch + 1
  const done = { done_at: `now() - interval '8 days'` }
  await fill(at, 'outbox', { ...done, tenant_id: `900001` }, much)
  const dead = { dead_at: `now() - (89 + n) * interval '1 day' + interval '1 hour'` }
  await fill(at, 'outbox', { ...dead, tenant_id: `900002`, id: nthId('OB') }, 3)
  const day = `current_date - 402 + n`
  await fill(at, 'job_run', { tenant_id: `900001`, job: `'x'`, as_of_date: day }, 3)
  const { relayUrl: url } = at.installed
  const documents = folderStore(folder)
  const reconciler = new Reconciler({
    overdue,
    ...at.runtime,
    url,
    client: temporal.client,
    documents,
  })
  expect(await reconciler.sweepUp(now)).toBe(1)
  await reconciler.stop()
  expect(await readdir(join(folder, 'half'))).toEqual(['young'])
  const left = await at.owner('select subject from login_attempt where tenant_id = $1', [tenant.id])
  expect(left).toEqual([{ subject: 'lately' }])
  expect(await at.owner(`select id from outbox where tenant_id = 900001`)).toEqual([])
  const kept = await at.owner(`select id from outbox where tenant_id = 900002`)
  expect(kept).toEqual([{ id: idOfNth('OB', 1) }])
  const days = await at.owner(
    `select current_date - as_of_date as ago from job_run where tenant_id = 900001 order by 1`,
  )
  expect(days).toEqual([{ ago: 399 }, { ago: 400 }])
  await rm(folder, { recursive: true })
})

test('deliveries go ninety days after their event, and what was sent with the last of them', async () => {
  const [own, other, third] = [tenant, await tenantIn(at), await tenantIn(at)].map(({ id }) =>
    String(numberOfTenant(id)),
  )
  const id = (kind: 'WHRL' | 'EV', days: string) =>
    `id_beside(${idCodes[kind]}, (lpad(to_hex((extract(epoch from now() - ${days})
      * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid, gen_random_uuid())`
  const fillAll = async (of: string, count: number, status: string, days: string) => {
    await fill(at, 'webhook_log', { tenant_id: of, id: id('WHRL', days), status }, count)
    await fill(at, 'webhook_payload', { tenant_id: of, event_id: id('EV', days) }, count)
    await fill(at, 'webhook_attempt', { tenant_id: of, log_id: id('WHRL', days) }, count)
  }
  // As many of each as come in a minute at two hundred a second.
  const much = 12_000
  await fillAll(
    own!,
    much + 1,
    `'DELIVERED'`,
    `interval '1 day' * case n when 1 then 1 else 100 end`,
  )
  await fillAll(other!, 3, `'RETRYING'`, `interval '100 days'`)
  await fillAll(third!, 3, `'FAILED'`, `interval '1 hour' * (24 * 90 - 12 + n * 20)`)
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, ...at.runtime, url, client: temporal.client })
  const began = performance.now()
  await reconciler.sweepUp(new Date())
  const left = async (table: string, of: string) =>
    (await at.owner(`select count(*)::int as n from ${table} where tenant_id = ${of}`))[0]?.['n']
  const all = (of: string) =>
    Promise.all(['webhook_log', 'webhook_payload', 'webhook_attempt'].map((one) => left(one, of)))
  expect((await all(own!))[0]).toBe(1)
  // What they sent goes when all so old are gone.
  await reconciler.sweepUp(new Date())
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(await all(own!)).toEqual([1, 1, 1])
  expect(await all(third!)).toEqual([0, 1, 1])
  // A delivery that is under way keeps what it needs.
  expect(await all(other!)).toEqual([3, 3, 3])
  await at.owner(`update webhook_log set status = 'FAILED' where tenant_id = ${other}`)
  await reconciler.sweepUp(new Date())
  await reconciler.sweepUp(new Date())
  expect(await all(other!)).toEqual([0, 0, 0])
  await reconciler.stop()
})

test('what no worker takes up is measured by its queue', async () => {
  const { client, connection } = temporal
  const parts = {
    runtime: at.runtime,
    engine: {
      connected: async () => ({ client, connection, close: async () => undefined }),
      stop: async () => undefined,
    },
    own: { database: undefined, temporal: undefined },
    workers: undefined,
    relay,
    relayUrl: at.installed.relayUrl,
  }
  const handle = await client.workflow.start('runTask', {
    taskQueue: 'rx-bulk',
    workflowId: 'task/measured',
  })
  const backlog = async () =>
    textOf(await measure(parts))
      .split('\n')
      .filter((line) => line.startsWith('receivables_engine_backlog{queue="rx-bulk"'))
  await expect
    .poll(backlog, { timeout: 20_000 })
    .toEqual([
      'receivables_engine_backlog{queue="rx-bulk",kind="workflow"} 1',
      'receivables_engine_backlog{queue="rx-bulk",kind="activity"} 0',
    ])
  await handle.terminate()
})
