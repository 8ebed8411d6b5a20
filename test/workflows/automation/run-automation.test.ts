import { expect, test } from 'vitest'
import { createdInvoice, clientIn } from '../../support/trade.ts'
import { worldWithEngine } from '../../support/temporal.ts'

const { at, tenant, temporal } = await worldWithEngine()

/** As the relay starts it from the row that the event made. */
async function started() {
  const [run] = await at.owner(
    `select id_text(id) as id, depth from automation_run where ended_at is null`,
  )
  const { id, depth } = run as { id: string; depth: number }
  const handle = await temporal.client.workflow.start('runAutomation', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-automation/${tenant.id}/${id}/${depth}`,
    args: [{ tenantId: tenant.id, entityId: id }],
  })
  return { id, result: handle.result() as Promise<string> }
}

test('an event is followed by what the rules say, and by what that sets off', async () => {
  const clientId = await clientIn(tenant)
  const { body } = await tenant.api.post('/automation', {
    name: 'Note on notes',
    type: 'NOTE',
    event: 'created',
    rules: [{ actions: [{ type: 'CREATE_NOTE', params: { text: 'again' } }] }],
  })
  const targetId = await createdInvoice(tenant, clientId)
  await tenant.api.post('/notes', { targetType: 'INVOICE', targetId, text: 'first' })
  const ends: string[] = []
  for (let n = 0; n < 4; n++) ends.push(await (await started()).result)
  expect(ends).toEqual(['DONE', 'DONE', 'DONE', 'ENDED'])
  const runs = await tenant.api.get(`/automation/${body.id}/runs?sort=createdAt`)
  expect(runs.body.data.map(({ depth }: { depth: number }) => depth)).toEqual([1, 2, 3, 4])
  expect(await at.owner('select from automation_run where ended_at is null')).toEqual([])
})

test('a process whose row is gone ends', async () => {
  const handle = await temporal.client.workflow.start('runAutomation', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-automation/${tenant.id}/nothing/1`,
    args: [{ tenantId: tenant.id, entityId: 'AQ06D7ZCEWYHZ8N179012G7H8PR4' }],
  })
  expect(await handle.result()).toBe('GONE')
})
