import { randomUUID } from 'node:crypto'
import type { WorkflowHandle } from '@temporalio/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { minutesToPay } from '../../../src/domain/payments/payment-request.ts'
import { workflowIdOf } from '../../../src/domain/processes.ts'
import { activated } from '../../factoring/ground.ts'
import { payableBy } from '../../payments/requests-ground.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import { clientIn } from '../../support/trade.ts'

const { at, tenant, temporal } = await worldWithEngine({ listens: true })
const minuteMs = 60_000

let clientId: string
let methodId: string

beforeAll(async () => {
  clientId = await clientIn(tenant)
  ;({ methodId } = await payableBy(tenant, clientId))
})

async function asked(payerAlias: string, more: object = {}): Promise<string> {
  const claimId = await activated(at, tenant, clientId)
  const sent = { methodId, claimId, payerAlias, amount: '100.00', ...more }
  return (await tenant.api.post('/payment-requests', sent)).body.id
}

const run = (id: string) =>
  temporal.client.workflow.start('paymentRequest', {
    taskQueue: temporal.taskQueue,
    workflowId: workflowIdOf('paymentRequest', tenant.id, `${id}/1`),
    args: [{ tenantId: tenant.id, entityId: id }],
  })
const read = async (id: string) => (await tenant.api.get(`/payment-requests/${id}`)).body
const timers = async (handle: WorkflowHandle) =>
  (await handle.fetchHistory()).events?.filter((event) => event.timerStartedEventAttributes).length
const told = (paymentRequestId: string, more: object = {}) =>
  tenant.api.put('/events/payment-request-complete', {
    eventId: randomUUID(),
    paymentRequestId,
    status: 'COMPLETED',
    ...more,
  })

describe('the process of a payment request', () => {
  test('is begun with the request, and ends as the rail tells at once', async () => {
    const id = await asked('46701234567')
    const starts = await at.owner(
      `select 1 from outbox where kind = 'start' and workflow_id = $1`,
      [workflowIdOf('paymentRequest', tenant.id, `${id}/1`)],
    )
    expect(starts).toHaveLength(1)
    expect(await (await run(id)).result()).toBe('COMPLETED')
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
  })

  test('asks the rail again after a minute, and not before', async () => {
    const id = await asked('46701234504')
    const handle = await run(id)
    await expect.poll(() => timers(handle)).toBe(1)
    await temporal.advance(handle, minuteMs - 5_000)
    expect((await read(id)).status).toBe('PENDING')
    await temporal.advance(handle, 10_000)
    expect(await handle.result()).toBe('COMPLETED')
    expect((await read(id)).status).toBe('COMPLETED')
  })

  test('lets it be out of time to the minute, and money that comes later count', async () => {
    const id = await asked('46701234502', { expiresInMinutes: 30 })
    const handle = await run(id)
    await expect.poll(() => timers(handle)).toBe(1)
    await temporal.advance(handle, 29 * minuteMs)
    expect((await read(id)).status).toBe('PENDING')
    await temporal.advance(handle, 2 * minuteMs)
    expect(await handle.result()).toBe('EXPIRED')
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', reason: 'Nobody has paid in time' })
    expect((await told(id, { externalId: `LATE-${id}` })).status).toBe(200)
    expect((await read(id)).status).toBe('COMPLETED')
  })

  test('ends with what the rail tells by its event', async () => {
    const id = await asked('46701234502')
    const handle = await run(id)
    await expect.poll(() => timers(handle)).toBe(1)
    expect((await told(id, { status: 'DECLINED', reason: 'No money' })).status).toBe(200)
    const signals = await at.owner(
      `select signal from outbox where workflow_id = $1 and kind = $2`,
      [handle.workflowId, 'signal'],
    )
    expect(signals).toEqual([{ signal: 'closed' }])
    await handle.signal('closed')
    expect(await handle.result()).toBe('DECLINED')
  })

  test('tries again to send what a rail that is away has not taken, until its time is out', async () => {
    const id = await asked('46701234506')
    const handle = await run(id)
    await expect.poll(() => timers(handle)).toBe(1)
    await temporal.advance(handle, 5 * minuteMs)
    expect((await read(id)).status).toBe('CREATED')
    await temporal.advance(handle, minutesToPay.usual * minuteMs)
    expect(await handle.result()).toBe('EXPIRED')
  })

  test('ends where nothing is owed any more, and has its rail forget it', async () => {
    const id = await asked('46701234502')
    const handle = await run(id)
    await expect.poll(() => timers(handle)).toBe(1)
    const { claimId } = await read(id)
    const paid = { amount: '12500.00', currency: 'SEK', claims: [{ id: claimId }] }
    expect((await tenant.api.post('/payments', paid)).status).toBe(201)
    await handle.signal('closed')
    expect(await handle.result()).toBe('CANCELLED')
    expect((await read(id)).status).toBe('CANCELLED')
  })
})
