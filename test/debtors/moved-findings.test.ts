import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDebtor } from '../factoring/ground.ts'
import { bookedClient, enterByHand, type BookedClient } from '../support/booked-client.ts'
import { createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// A provider of monitoring knows a debtor by the id that it had, wherever it has moved since.
let at: World
let tenant: TestTenant
let [one, other]: BookedClient[] = []

beforeAll(async () => {
  at = await world()
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  one = await bookedClient(tenant)
  other = await bookedClient(tenant)
})
afterAll(() => at.close())

let told = 0
const tell = (result: string, subjectType: string, subjectId: string, providerRef = 'check-1') =>
  tenant.api.post('/events/aml-monitoring-result', {
    eventId: `moved-${++told}`,
    providerRef,
    type: 'SANCTION',
    result,
    subjectType,
    subjectId,
  })

async function debtorOf(clientId: string): Promise<{ debtorId: string; invoiceId: string }> {
  const invoiceId = await createdInvoice(tenant, clientId, { debtor: newDebtor() })
  const { body } = await tenant.api.get(`/invoices/${invoiceId}`)
  return { invoiceId, debtorId: body.debtorId }
}
async function moved(debtorId: string, clientId: string): Promise<string> {
  const answer = await tenant.api.put(`/debtors/${debtorId}/client`, { clientId })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const findings = async () => (await tenant.api.get('/errands/system?type=AML')).body.data
const payoutOf = async (client: BookedClient) => {
  await enterByHand(tenant.api, client.mainId, '1000')
  const { body } = await tenant.api.put(`/client-accounts/${client.mainId}/payout`, {
    amount: '400',
  })
  return async () => (await at.owner('select status from payout where id = $1', [body.id]))[0]
}

test('it is cleared by the former id and by the present one, also where nothing else is left', async () => {
  for (const byFormer of [true, false]) {
    const { debtorId } = await debtorOf(one!.id)
    const ref = `check-${byFormer}`
    expect((await tell('HIT', 'DEBTOR', debtorId, ref)).status).toBe(201)
    const now = await moved(debtorId, other!.id)
    const [open] = await findings()
    expect(open).toMatchObject({ status: 'OPEN', subjectId: now, clientId: null })
    const cleared = await tell('CLEAR', 'DEBTOR', byFormer ? debtorId : now, ref)
    expect(cleared.status).toBe(201)
    expect((await findings()).map(({ status }: { status: string }) => status)).not.toContain('OPEN')
  }
})

test('what is found again under the former id is one finding, about the present one', async () => {
  const { debtorId } = await debtorOf(one!.id)
  await tell('INCONCLUSIVE', 'DEBTOR', debtorId)
  const now = await moved(debtorId, other!.id)
  await tell('HIT', 'DEBTOR', debtorId)
  await tell('HIT', 'DEBTOR', now)
  expect(await findings()).toMatchObject([{ status: 'OPEN', subjectId: now, severity: 'HIGH' }])
})

test('what is found about an invoice holds the money of whoever sells it now', async () => {
  const [former, present] = [await payoutOf(one!), await payoutOf(other!)]
  const { debtorId, invoiceId } = await debtorOf(one!.id)
  await tell('HIT', 'INVOICE', invoiceId)
  expect([await former(), await present()]).toEqual([{ status: 'BLOCKED' }, { status: 'CREATED' }])
  await moved(debtorId, other!.id)
  expect([await former(), await present()]).toEqual([{ status: 'CREATED' }, { status: 'BLOCKED' }])
  await tell('CLEAR', 'INVOICE', invoiceId)
  expect([await former(), await present()]).toEqual([{ status: 'CREATED' }, { status: 'CREATED' }])
})
