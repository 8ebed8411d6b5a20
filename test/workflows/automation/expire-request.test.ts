import { describe, expect, test } from 'vitest'
import { requestExpiresAfterMs } from '../../../src/domain/automation/internal-request.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import { apiAs, type TestTenant } from '../../support/world.ts'

const { at, tenant, temporal } = await worldWithEngine()

const path = '/vouchers/settings/locked-period'
const right = 'UpdateVoucherSettingsLockedPeriod'
const lock = (by: TestTenant['api'], lockedUntil: string | null) => by.put(path, { lockedUntil })

async function asked(by: TestTenant['api'], from: string, to: string): Promise<string> {
  await lock(by, from)
  const { status, body } = await lock(by, to)
  expect(status).toBe(202)
  return body.internalRequestId
}

const run = (id: string) =>
  temporal.client.workflow.start('expireRequest', {
    taskQueue: temporal.taskQueue,
    workflowId: `expire-request/${tenant.id}/${id}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })

const statusOf = async (id: string) =>
  (await at.owner('select status from internal_request where id = $1', [id]))[0]?.['status']

describe('a request that takes a second person', () => {
  test('ends after three days, and not a moment before', async () => {
    const id = await asked(tenant.api, '2026-03-31', '2026-02-28')
    const handle = await run(id)
    await temporal.advance(handle, requestExpiresAfterMs - 60_000)
    expect(await statusOf(id)).toBe('OPEN')
    await temporal.advance(handle, 120_000)
    expect(await handle.result()).toBe('EXPIRED')
    expect(await statusOf(id)).toBe('EXPIRED')
    const other = await tenant.holding([right])
    expect((await lock(other, '2026-02-28')).status).toBe(202)
  })

  test('ends with the second who asks for the same', async () => {
    const id = await asked(tenant.api, '2026-05-31', '2026-04-30')
    const handle = await run(id)
    const isWaiting = async () =>
      (await handle.fetchHistory()).events?.some(
        (event) => event.timerStartedEventAttributes != null,
      )
    await expect.poll(isWaiting).toBe(true)
    const other = await tenant.holding([right])
    expect((await lock(other, '2026-04-30')).status).toBe(200)
    expect(await statusOf(id)).toBe('APPROVED')
    const told = await at.owner(
      `select signal from outbox where workflow_id = $1 and kind = 'signal'`,
      [handle.workflowId],
    )
    expect(told).toEqual([{ signal: 'closed' }])
    await handle.signal('closed')
    expect(await handle.result()).toBe('CLOSED')
  })

  test('is not released by what its asker minted, nor by a second token of one maker', async () => {
    await lock(tenant.api, '2026-07-31')
    const minted = await tenant.api.post('/token/generate', { name: 'mine', rights: [right] })
    const again = await tenant.api.post('/token/generate', { name: 'too', rights: [right] })
    const [one, two] = [apiAs(at, minted.body.token), apiAs(at, again.body.token)]
    expect((await lock(one, '2026-06-30')).status).toBe(202)
    for (const same of [one, two, tenant.api]) {
      expect((await lock(same, '2026-06-30')).body.code).toBe('SAME_APPROVER')
    }
    expect((await lock(await tenant.holding([right]), '2026-06-30')).status).toBe(200)
  })
})
