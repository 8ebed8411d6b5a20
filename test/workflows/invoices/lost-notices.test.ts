import { afterAll, beforeAll, expect, test } from 'vitest'
import { gathering, overdue } from '../../../src/activities/areas.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { Reconciler } from '../../../src/kernel/relay/reconcile.ts'
import { Relay } from '../../../src/kernel/relay/relay.ts'
import { soldClaim } from '../../support/notices.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { allSent } from '../../support/messages.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

let at: World
let tenant: TestTenant
let temporal: Engine

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

const becomes = (id: string, distribution_status: string) =>
  expect
    .poll(() => at.owner('select distribution_status from document where id = $1', [id]))
    .toEqual([{ distribution_status }])
const lettersOf = (id: string) => at.letters.filter(({ messageId }) => messageId === id)

test('the notice of a claim that is bought is carried to its process and mailed', async () => {
  const { relayUrl: url } = at.installed
  const relay = new Relay({ gathering, url, client: temporal.client, log: at.runtime.log })
  const { noticeId } = await soldClaim(at, tenant)
  while ((await relay.carry()) > 0);
  await becomes(noticeId, 'SENT')
  await relay.stop()
  expect(lettersOf(noticeId)).toHaveLength(1)
})

test('one whose process was lost is mailed by another; one that was sent is left alone', async () => {
  const [lost, sent] = [await soldClaim(at, tenant), await soldClaim(at, tenant)]
  const ids = [lost.noticeId, sent.noticeId]
  await allSent(at)
  await at.owner(
    `update document set updated_at = now() - interval '3 minutes' where id = any($1)`,
    [ids],
  )
  await at.owner(`update document set distribution_status = 'SENT' where id = $1`, [sent.noticeId])
  const { relayUrl: url } = at.installed
  const reconciler = new Reconciler({ overdue, url, client: temporal.client, ...at.runtime })
  await reconciler.reconcile()
  await becomes(lost.noticeId, 'SENT')
  await reconciler.stop()
  expect(ids.map((id) => lettersOf(id).length)).toEqual([1, 0])
})
