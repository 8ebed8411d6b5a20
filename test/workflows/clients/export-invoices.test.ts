import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import type { ErpMessage } from '../../../src/ports/erp/erp.ts'
import { Rows } from '../../support/rows.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

const minuteMs = 60_000

let at: World
let tenant: TestTenant
let temporal: Engine
const taken: ErpMessage[] = []
let refuses = 0

beforeAll(async () => {
  at = await world()
  const FILE = {
    async send(_: string, message: ErpMessage) {
      if (refuses-- > 0) throw new Error('the disk is full')
      taken.push(message)
    },
  }
  at.runtime.erp = { ...at.runtime.erp, FILE }
  tenant = await tenantIn(at)
  temporal = await engine({ keys: at.keys, activities: createActivities(at.runtime) })
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

test('what is queued is handed over; what fails, a minute later and not before', async () => {
  const rows = new Rows(at, tenant.id)
  const erp = await rows.add('erp', { active: true, connector: 'FILE', target: 'books' })
  const { id: clientId } = await rows.add('client', { invoiceErpId: erp['id'] })
  for (let n = 0; n < 12; n++) {
    const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
    const { id: invoiceId } = await rows.add('invoice', { clientId, ...currencies })
    const queued = { clientId, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
    await rows.add('client_sync_invoice', queued)
  }
  refuses = 2
  const handle = await temporal.client.workflow.start('exportInvoices', {
    taskQueue: temporal.taskQueue,
    workflowId: `export-invoices/${tenant.id}/${String(clientId)}`,
    args: [{ tenantId: tenant.id, entityId: clientId }],
  })
  await expect.poll(() => taken.length).toBe(8)
  await temporal.advance(handle, minuteMs / 2)
  expect(taken).toHaveLength(8)
  await temporal.advance(handle, minuteMs)
  expect(await handle.result()).toBe('DONE')
  expect(new Set(taken.map(({ key }) => key)).size).toBe(12)
  const left = await at.owner(
    `select count(*)::int as n from client_sync_invoice where client_id = $1
     and status <> 'SYNCED'`,
    [clientId],
  )
  expect(left).toEqual([{ n: 0 }])
})
