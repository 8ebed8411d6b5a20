import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import { smtp } from '../../../src/ports/mail/smtp.ts'
import { exported, fileFor, startDelivery } from '../../support/deliveries.ts'
import { historyKeys, recordHistory, recording } from '../../support/histories.ts'
import { mailServer, type MailServer } from '../../support/mail-server.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

describe.runIf(recording)('recording deliveries of files', () => {
  let at: World
  let tenant: TestTenant
  let temporal: Engine
  let server: MailServer

  beforeAll(async () => {
    at = await world()
    tenant = await tenantIn(at)
    server = await mailServer()
    at.runtime.mail = smtp(server.url, 'Factor <a@factor.example>')
    temporal = await engine({ keys: historyKeys, activities: createActivities(at.runtime) })
  })
  afterAll(async () => {
    await temporal.close()
    await at.close()
    await server.close()
  })

  const started = async () => {
    const receiver = { email: 'books@nordlund.example' }
    const { id } = await fileFor(at, tenant, { method: 'EMAIL', receiver })
    return startDelivery(temporal, tenant, (await exported(tenant, id)).deliveryId)
  }

  test('that are taken, taken later, refused, and taken by nobody', async () => {
    await recordHistory(await started(), 'deliverBookkeepingFile', 'main')
    server.answers.from = '421 later'
    const later = await started()
    await expect.poll(() => server.tries).toBe(2)
    server.answers = {}
    await temporal.advance(later, 61_000)
    await recordHistory(later, 'deliverBookkeepingFile', 'later')
    server.answers.from = '421 later'
    const never = await started()
    await expect.poll(() => server.tries).toBe(4)
    await temporal.advance(never, 26 * 3_600_000)
    await recordHistory(never, 'deliverBookkeepingFile', 'untaken')
    server.answers = { to: '550 no' }
    await recordHistory(await started(), 'deliverBookkeepingFile', 'refused')
  })
})
