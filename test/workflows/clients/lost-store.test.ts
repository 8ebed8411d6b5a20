import { afterAll, beforeAll, expect, test } from 'vitest'
import { gathering, overdue } from '../../../src/activities/areas.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { Reconciler } from '../../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { swedishNumber } from '../../support/swedish-number.ts'
import { allSent } from '../../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

let at: World
let tenant: TestTenant
let temporal: Engine
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-core' })
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

async function taken(): Promise<string> {
  const identificationNumber = swedishNumber(559_300_100 + counter++)
  return (await tenant.api.post('/clients', { identificationNumber, name: 'Nord AB' })).body.id
}

const becomes = (id: string, status: string) =>
  expect
    .poll(async () => (await at.owner('select status from client where id = $1', [id]))[0])
    .toEqual({ status })

test('a client that is taken on over HTTP is onboarded by its process', async () => {
  const { relayUrl: url } = at.installed
  const relay = new Relay({ gathering, url, client: temporal.client, log: at.runtime.log })
  const id = await taken()
  while ((await relay.carry()) > 0);
  await becomes(id, 'ACTIVE')
  await relay.stop()
})

test('one whose process was lost goes on a minute later; one that waits for a person does not', async () => {
  const [lost, failed, young] = [await taken(), await taken(), await taken()]
  await allSent(at)
  await at.owner(`update client set created_at = now() - interval '2 minutes' where id = any($1)`, [
    [lost, failed],
  ])
  await at.owner(
    `update onboarding_step set status = 'FAILED' where client_id = $1 and step = 'COMPLIANCE'`,
    [failed],
  )
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  expect(await reconciler.reconcile()).toBe(1)
  await becomes(lost, 'ACTIVE')
  await reconciler.stop()
  await becomes(failed, 'ONBOARDING')
  await becomes(young, 'ONBOARDING')
})
