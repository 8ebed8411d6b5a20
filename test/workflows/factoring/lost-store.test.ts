import { afterAll, beforeAll, expect, test } from 'vitest'
import { gathering, overdue } from '../../../src/activities/areas.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { Reconciler } from '../../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { activated, financedClient } from '../../factoring/ground.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { allSent } from '../../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

let at: World
let tenant: TestTenant
let temporal: Engine
let relay: Relay

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-core' })
  const { relayUrl: url } = at.installed
  relay = new Relay({ gathering, url, client: temporal.client, log: at.runtime.log })
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await at.close()
})

async function request(clientId: string): Promise<string> {
  const invoiceId = await activated(at, tenant, clientId)
  const { body } = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
  return body.id
}

const statusOf = async (id: string) =>
  (await at.owner('select status from factoring_decision where id = $1', [id]))[0]?.['status']
const becomes = (id: string, status: string) => expect.poll(() => statusOf(id)).toBe(status)
const runOf = (id: string) =>
  temporal.client.workflow.getHandle(`factoring-decision/${tenant.id}/${id}`)
const carryAll = async () => {
  while ((await relay.carry()) > 0);
}

test('what is asked over HTTP is carried to its process and decided', async () => {
  const id = await request(await financedClient(tenant))
  expect(await statusOf(id)).toBe('PENDING')
  await carryAll()
  await becomes(id, 'DECIDED')
})

test('one that never began, for the engine lost its store, is begun by the reconciler', async () => {
  const id = await request(await financedClient(tenant))
  await allSent(at)
  await at.owner(
    `update factoring_decision set updated_at = now() - interval '2 minutes' where id = $1`,
    [id],
  )
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  expect(await reconciler.reconcile()).toBeGreaterThan(0)
  await becomes(id, 'DECIDED')
  await reconciler.stop()
})

test('one that waited and lost its process gets another with the next move', async () => {
  const id = await request(await financedClient(tenant, { terms: { manualControl: true } }))
  await carryAll()
  await becomes(id, 'WAITING')
  await runOf(id).terminate('the engine lost its store')
  await tenant.api.put(`/factoring-decisions/${id}/move`, { status: 'READY_FOR_DECISION' })
  await carryAll()
  await becomes(id, 'WAITING')
  expect((await runOf(id).describe()).status.name).toBe('RUNNING')
  const denial = { status: 'DECIDED', financeDecision: 'DENIED' }
  await tenant.api.put(`/factoring-decisions/${id}/move`, denial)
  await carryAll()
  expect(await runOf(id).result()).toBe('DENIED')
})
