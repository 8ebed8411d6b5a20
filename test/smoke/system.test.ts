import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, plusDays } from '../../src/domain/dates.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
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

test('a daily job is done for the day', async () => {
  const { tenant, at, client, taskQueue } = stage
  const zone = 'Europe/Stockholm'
  const day = dayIn(zone, new Date())
  const dates = { invoiceDate: plusDays(day, -5), expireDate: plusDays(day, 30) }
  const id = await activatedInvoice(tenant, await clientIn(tenant), { dates })
  await at.owner('update invoice set due_date = $2 where id = $1', [id, plusDays(day, -1)])
  const said = await client.workflow.execute('runJob', {
    taskQueue,
    workflowId: `run-job/invoice.due/${zone}/${day}`,
    args: [{ job: 'invoice.due', timeZone: zone, asOfDate: day }],
  })
  expect(said).toContain('1 tenants looked at, done for 1, failed for 0')
  const { body } = await tenant.api.get(`/invoices/events/ledger?invoiceId=${id}&type=OVERDUE`)
  expect(body.data).toMatchObject([{ status: 'DONE', doneDate: day }])
})
