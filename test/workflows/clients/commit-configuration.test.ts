import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import { gathering, overdue } from '../../../src/activities/areas.ts'
import { Reconciler } from '../../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { clientIn } from '../../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

let at: World
let tenant: TestTenant
let temporal: Engine
let isBroken = false
let tries = 0
const minuteMs = 60_000
const contents: string[] = []

beforeAll(async () => {
  at = await world()
  const git: World['runtime']['git'] = {
    async commit({ content }) {
      tries++
      if (isBroken) throw new Error('the disk is full')
      contents.push(content)
      return { commitId: 'a'.repeat(40) }
    },
  }
  at.runtime.git = git
  tenant = await tenantIn(at)
  const activities = createActivities(at.runtime)
  temporal = await engine({ keys: at.keys, activities, taskQueue: 'rx-bulk' })
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

const becomes = (clientId: string, status: string) =>
  expect
    .poll(
      async () =>
        (
          await at.owner('select status from client_repository where client_id = $1', [clientId])
        )[0],
      { timeout: 20_000 },
    )
    .toEqual({ status })

test('what is configured is committed by its process, and again when it changes', async () => {
  const { relayUrl: url } = at.installed
  const relay = new Relay({ gathering, url, client: temporal.client, log: at.runtime.log })
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  const clientId = await clientIn(tenant)
  await tenant.api.put(`/clients/${clientId}/connect-to-git`, {})
  while ((await relay.carry()) > 0);
  await becomes(clientId, 'COMMITTED')
  expect(await reconciler.reconcile()).toBe(0)
  for (const name of ['Nord AB', 'Nord Trä AB']) {
    await tenant.api.put(`/clients/${clientId}`, { name })
  }
  const before = contents.length
  expect(await reconciler.reconcile()).toBe(1)
  await expect.poll(() => contents.length, { timeout: 20_000 }).toBe(before + 1)
  expect(contents.at(-1)).toContain('Nord Trä AB')
  await relay.stop()
  await reconciler.stop()
})

const waiting = async (workflowId: string) => {
  const clientId = await clientIn(tenant)
  await tenant.api.put(`/clients/${clientId}/connect-to-git`, {})
  const handle = await temporal.client.workflow.start('commitConfiguration', {
    taskQueue: temporal.taskQueue,
    workflowId,
    args: [{ tenantId: tenant.id, entityId: clientId }],
  })
  return { clientId, handle }
}

test('what cannot be written is tried a minute later, and not before', async () => {
  const before = contents.length
  const tried = tries
  isBroken = true
  const { clientId, handle } = await waiting('commit-configuration/late')
  await expect.poll(() => tries, { timeout: 20_000 }).toBe(tried + 1)
  isBroken = false
  await temporal.advance(handle, minuteMs / 2)
  expect(contents).toHaveLength(before)
  await temporal.advance(handle, minuteMs)
  expect(await handle.result()).toBe('COMMITTED')
  await becomes(clientId, 'COMMITTED')
})

test('what cannot be written for an hour is left to a person', async () => {
  isBroken = true
  const { clientId, handle } = await waiting('commit-configuration/broken')
  await temporal.advance(handle, 60 * minuteMs)
  expect(await handle.result()).toBe('FAILED')
  expect((await handle.describe()).searchAttributes['RxStatus']).toEqual(['FAILED'])
  await becomes(clientId, 'FAILED')
  const errands = await at.owner('select data from system_errand where dedupe_key = $1', [
    `configuration/${clientId}`,
  ])
  expect(errands).toMatchObject([{ data: { code: 'REPOSITORY_UNAVAILABLE' } }])
})
