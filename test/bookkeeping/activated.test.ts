import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

it('what activation books can be read as vouchers and as a summary, and all of it holds', async () => {
  const clientId = await clientIn(tenant)
  await createdInvoice(tenant, clientId)
  const invoiceId = await activatedInvoice(tenant, clientId)
  const { body } = await tenant.api.get(`/vouchers?clientId=${clientId}`)
  expect(body.data).toMatchObject([{ rule: 'P1', series: 'A', number: 1, status: 'BOOKED' }])
  const summary = await tenant.api.get(`/vouchers/summary/client/invoice/${invoiceId}`)
  const sums = summary.body.accounts as { role: string; balance: string }[]
  expect(sums.map(({ role }) => role)).toContain('AR')
  expect(sums.reduce((sum, { balance }) => sum + Math.round(Number(balance) * 100), 0)).toBe(0)
  expect(await verifyBooks(at.runtime.pool, tenant.id)).toEqual([])
})
