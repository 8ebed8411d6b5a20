import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/price-lists/update-multiple-prices'
const today = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date

async function listOf(of: TestTenant, prices: object[]) {
  const targetId = await clientIn(of)
  const sent = { targetType: 'CLIENT', targetId, currency: 'SEK', prices }
  const { status, body } = await of.api.put('/price-lists/update', sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return { targetId, id: body.id as string }
}

const fee = { chargeType: 'INVOICE_FEE', fixed: '12.50' }
const validFrom = plusDays(today, 3)
const raise = { chargeType: 'INVOICE_FEE', field: 'fixed', adjustment: 'PERCENT', value: '10' }

async function ended(of: TestTenant, taskId: string) {
  const entityId = taskId
  const { runtime, clock } = at
  const task = { runtime, tenantId: of.id, entityId, now: clock.now, workflowId: 'test' }
  expect((await workOffTask(task)).open).toBe(false)
  return (await of.api.get(`/background-task/${taskId}`)).body
}

async function feeOn(of: TestTenant, targetId: string, date: string) {
  const { body } = await of.api.get(`/price-lists/target/${targetId}?date=${date}`)
  return body.effective[0]?.fixed
}

test('prices of many lists are raised from a day on, and those without the price are told of', async () => {
  const [one, other] = [await listOf(tenant, [fee]), await listOf(tenant, [])]
  const sent = { ids: [one.id, other.id], ...raise, validFrom }
  const dry = await tenant.api.put(`${path}?dryRun=true`, sent)
  expect(dry.status).toBe(201)
  expect(await ended(tenant, dry.body.id)).toMatchObject({ dryRun: true, succeeded: 1, failed: 1 })
  expect(await feeOn(tenant, one.targetId, validFrom)).toBe('12.5')
  const asked = await tenant.api.put(path, sent)
  expect(asked.status).toBe(201)
  expect(await ended(tenant, asked.body.id)).toMatchObject({ succeeded: 1, failed: 1 })
  // 12.50 and ten per cent more.
  expect(await feeOn(tenant, one.targetId, validFrom)).toBe('13.75')
  expect(await feeOn(tenant, one.targetId, plusDays(validFrom, -1))).toBe('12.5')
  const latest = await tenant.api.get(`${path}/latest-task-id`)
  expect(latest.body).toMatchObject({ taskId: asked.body.id })
  const empty = await tenant.api.put(path, { filter: {}, ...raise, validFrom })
  expect(empty.status).toBe(400)
})

test('it takes two people where the tenant has it so, and nobody of a client', async () => {
  const careful = await tenantIn(at, 'Careful', {})
  const topic = 'dualControl.PRICE_MASS_UPDATE'
  const set = await careful.api.put(`/system-setting/${topic}`, { value: 'ALWAYS' })
  expect([200, 202]).toContain(set.status)
  const { id, targetId } = await listOf(careful, [fee])
  const sent = { ids: [id], ...raise, validFrom }
  const first = await careful.api.put(path, sent)
  expect([first.status, first.body.confirmationRequired]).toEqual([202, true])
  const other = await careful.holding(['UpdateMultiplePriceListPrices'])
  const second = await other.put(path, sent)
  expect(second.body).toMatchObject({ taskName: 'priceLists.updateMultiplePrices' })
  await ended(careful, second.body.id)
  expect(await feeOn(careful, targetId, validFrom)).toBe('13.75')
  const bound = await careful.holding(['UpdateMultiplePriceListPrices'], {
    kind: 'CLIENT',
    clientId: targetId,
  })
  expect((await bound.put(path, sent)).status).toBe(403)
})
