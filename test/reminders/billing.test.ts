import { expect, test } from 'vitest'
import { plusDays } from '../../src/domain/dates.ts'
import { driftsOf } from '../support/books.ts'
import { jobDone } from '../support/jobs.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant } from '../support/world.ts'
import { billsOf, chargesOf, done, pricesOf, worked } from './ground.ts'

const at = await world()

const path = '/bookkeeping-files/billing'
const fee = { chargeType: 'INVOICE_FEE', fixed: '40' }

async function ready(frequency: string) {
  const tenant = await tenantIn(at, `Billed ${frequency}`)
  const clientId = await clientIn(tenant)
  await tenant.api.put(`/clients/${clientId}/settings/billing`, { billingFrequency: frequency })
  await pricesOf(tenant, clientId, [fee])
  await activatedInvoice(tenant, clientId)
  const today = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date as string
  return { tenant, clientId, today }
}

const tasksOf = (tenant: TestTenant, name: string) =>
  at.owner(
    `select id from background_task where tenant_id = $1 and task_name = $2 order by created_at`,
    [tenant.id, name],
  )

test('every night what happened the day before is charged, billed, booked and handed over', async () => {
  const { tenant, clientId, today } = await ready('DAILY')
  expect(await jobDone(at, tenant, 'charges.billing', today)).toMatchObject({ status: 'DONE' })
  const [first] = await tasksOf(tenant, 'bookkeepingFiles.billing')
  await worked(at, tenant, String(first!['id']))
  // What happens today is not of yesterday.
  expect(await billsOf(tenant, clientId)).toEqual([])
  const tomorrow = plusDays(today, 1)
  await jobDone(at, tenant, 'charges.billing', tomorrow)
  const [, second] = await tasksOf(tenant, 'bookkeepingFiles.billing')
  await worked(at, tenant, String(second!['id']))
  const bills = await billsOf(tenant, clientId)
  expect(bills).toMatchObject([{ gross: '50.00', status: 'BOOKED', number: 1 }])
  await jobDone(at, tenant, 'bills.export', tomorrow)
  const [exporting] = await tasksOf(tenant, 'bills.export')
  await worked(at, tenant, String(exporting!['id']))
  expect(await billsOf(tenant, clientId)).toMatchObject([{ status: 'EXPORTED' }])
  // Once more it finds nothing to do.
  await done(at, tenant, path, { toDate: today })
  expect((await billsOf(tenant, clientId)).length).toBe(1)
  expect((await chargesOf(tenant, clientId)).length).toBe(1)
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a client that is billed by the month is billed when the month is over', async () => {
  const { tenant, clientId, today } = await ready('MONTHLY')
  const last = plusDays(`${plusDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1)
  if (today < last) {
    await done(at, tenant, path, { toDate: today })
    expect(await chargesOf(tenant, clientId)).toMatchObject([{ status: 'AUTHORIZED' }])
    expect(await billsOf(tenant, clientId)).toEqual([])
  }
  await done(at, tenant, path, { toDate: last })
  expect(await billsOf(tenant, clientId)).toMatchObject([{ net: '40.00', chargeCount: 1 }])
})

test('a step that the tenant leaves to people is left, and what people enter waits for others', async () => {
  const { tenant, clientId, today } = await ready('DAILY')
  const key = '/system-setting/billingRoutine.bookkeep'
  expect((await tenant.api.put(key, { value: false })).status).toBe(200)
  await tenant.api.post('/charges', { clientId, chargeType: 'API', amount: '7.00' })
  await done(at, tenant, path, { toDate: today })
  expect(await billsOf(tenant, clientId)).toMatchObject([{ net: '40.00', status: 'CREATED' }])
  const states = (await chargesOf(tenant, clientId)).map(({ status }: { status: string }) => status)
  expect(states.toSorted()).toEqual(['BILLED', 'GENERATED'])
})

test('what it would do is asked beforehand, and changes nothing', async () => {
  const { tenant, clientId, today } = await ready('DAILY')
  const started = await tenant.api.put(`${path}?dryRun=true`, { toDate: today })
  expect(started.status).toBe(202)
  expect(await worked(at, tenant, started.body.id)).toMatchObject({ succeeded: 1, failed: 0 })
  expect(await chargesOf(tenant, clientId)).toEqual([])
})
