import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { smoke, type Smoke } from '../support/smoke.ts'

let stage: Smoke

beforeAll(async () => {
  stage = await smoke()
}, 120_000)
afterAll(() => stage.close())

test('a background task is worked off', async () => {
  const clientId = await clientIn(stage.tenant)
  const ids = [
    await createdInvoice(stage.tenant, clientId),
    await createdInvoice(stage.tenant, clientId),
  ]
  const changes = { serviceProviderCode: 'INTERNAL' }
  const { body } = await stage.tenant.api.put('/invoices/actions/bulk-update', { ids, changes })
  const result = await stage.result('runTask', body.id)
  expect(result).toBe('COMPLETED')
  expect((await stage.tenant.api.get(`/invoices/${ids[0]}`)).body.serviceProviderCode).toBe(
    'INTERNAL',
  )
})
