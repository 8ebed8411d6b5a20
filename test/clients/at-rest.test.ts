import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { Client } from '../../src/entities/client.ts'
import type { ClientStatus } from '../../src/domain/clients/client.ts'
import { clientIn, createdInvoice, invoiceBody, runActivation } from '../support/trade.ts'
import { tenantIn, world, type Answered, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const refusalOf = ({ status, body }: Answered) => [status, body.code]

async function move(clientId: string, status: ClientStatus): Promise<void> {
  await tenant.work(async (unit) => {
    Object.assign(await unit.load(Client, clientId), { status })
  })
}

describe.each([
  ['PAUSED', 'CLIENT_PAUSED'],
  ['OFFBOARDING', 'CLIENT_OFFBOARDING'],
  ['CLOSED', 'CLIENT_CLOSED'],
] as const)('a client that is %s', (status, code) => {
  test('has no invoice created, by nobody and in no preview', async () => {
    const clientId = await clientIn(tenant)
    await move(clientId, status)
    for (const path of ['/invoices', '/invoices/integration', '/invoices/preview']) {
      for (const type of ['INVOICE', 'CREDIT_INVOICE']) {
        const answer = await tenant.api.post(path, invoiceBody({ clientId, type }))
        expect(refusalOf(answer), path).toEqual([409, code])
      }
    }
  })

  test('has none activated, alone or among many', async () => {
    const clientId = await clientIn(tenant)
    const [alone, among] = [
      await createdInvoice(tenant, clientId),
      await createdInvoice(tenant, clientId),
    ]
    await move(clientId, status)
    const wanted = { productCode: 'INVOICE_SERVICE' }
    expect(refusalOf(await tenant.api.put(`/invoices/${alone}/activate`, wanted))).toEqual([
      409,
      code,
    ])
    const bulk = await tenant.api.post('/invoices/actions/bulk-activate', {
      ids: [among],
      ...wanted,
    })
    const { id: entityId } = bulk.body
    const { runtime, clock } = at
    const task = { runtime, tenantId: tenant.id, entityId, now: clock.now, workflowId: 't' }
    await workOffTask(task)
    const { body } = await tenant.api.get(`/background-task/${entityId}`)
    expect(JSON.stringify(body)).toContain(code)
    for (const id of [alone, among]) {
      expect((await tenant.api.get(`/invoices/${id}`)).body.statuses.main).toBe('CREATED')
    }
  })

  test('has none begun that was accepted before', async () => {
    const clientId = await clientIn(tenant)
    const id = await createdInvoice(tenant, clientId)
    const wanted = { productCode: 'INVOICE_SERVICE' }
    expect((await tenant.api.put(`/invoices/${id}/activate`, wanted)).status).toBe(202)
    await move(clientId, status)
    await expect(runActivation(tenant, id)).rejects.toMatchObject({ code })
    expect((await tenant.api.get(`/invoices/${id}`)).body.statuses.ledger).toBe('NOT_BOOKED')
  })
})
