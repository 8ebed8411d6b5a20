import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { taskQueueOf } from '../../src/domain/processes.ts'
import { tenantOfNumber } from '../../src/domain/id-forms.ts'
import { weightIn } from '../../src/domain/turns.ts'
import { Backlog } from '../../src/kernel/relay/backlog.ts'
import { dispatch } from '../../src/kernel/relay/dispatch.ts'
import { newNamespace } from '../support/temporal.ts'

let connection: Connection
let client: Client
let namespace: string

beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporal').address })
  namespace = await newNamespace(connection)
  client = new Client({ connection, namespace })
})
afterAll(() => connection.close())

async function begun(
  number: number,
  name: string,
  byCaller = false,
  workflow: 'runTask' | 'activateInvoice' = 'runTask',
): Promise<void> {
  const tenantId = tenantOfNumber(number)
  const message = {
    tenant_id: tenantId,
    id: name,
    kind: 'start' as const,
    workflow,
    workflow_id: `${number}/${name}`,
    signal: null,
    input: { tenantId, entityId: name },
    attributes: { RxTenant: tenantId },
    by_caller: byCaller,
    attempts: 1,
  }
  const outcome = await dispatch(client, message, weightIn(new Map([[tenantOfNumber(1002), 3]])))
  expect(outcome).toEqual({ done: true })
}

/** What a worker would be given next. */
async function given(of: 'runTask' | 'activateInvoice' = 'runTask'): Promise<string> {
  const { workflowExecution } = await connection.withDeadline(Date.now() + 30_000, () =>
    connection.workflowService.pollWorkflowTaskQueue({
      namespace,
      taskQueue: { name: taskQueueOf(of) },
      identity: 'whoever works',
    }),
  )
  return workflowExecution?.workflowId ?? ''
}

test('the engine gives workers what waits of each tenant in turn, what was called for first', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => begun(1001, `t${n}`)))
  await begun(1002, 'one')
  await begun(1001, 'called', true)
  const { raw } = await client.workflow.getHandle('1002/one').describe()
  expect(raw.workflowExecutionInfo?.priority).toMatchObject({ fairnessWeight: 3 })
  const order: string[] = []
  for (let n = 0; n < 20; n++) order.push(await given())
  expect(order.indexOf('1001/called')).toBeLessThanOrEqual(1)
  expect(order.slice(0, 5)).toContain('1002/one')
})

test('what workers do not keep up with is no more started, but a few', async () => {
  const backlog = new Backlog(client)
  const start = (n: number) => begun(1001, `a${n}`, true, 'activateInvoice')
  await Promise.all(Array.from({ length: 20 }, (_, n) => start(n)))
  expect(await backlog.room()).toBe(Infinity)
  await given('activateInvoice')
  await expect.poll(() => backlog.room()).toBe(13)
  await Promise.all(Array.from({ length: 20 }, (_, n) => start(20 + n)))
  await expect.poll(() => backlog.room()).toBe(4)
  expect(await backlog.room(true)).toBe(2)
  for (let n = 0; n < 30; n++) await given('activateInvoice')
  await expect.poll(() => backlog.room()).toBe(23)
})
