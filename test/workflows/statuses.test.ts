import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkflowHandle } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { beforeAll, describe, expect, test } from 'vitest'
import { processes, workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import type { Process } from '../../src/domain/process.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { activated } from '../factoring/ground.ts'
import { payableBy } from '../payments/requests-ground.ts'
import { historyFolder } from '../support/histories.ts'
import { Rows } from '../support/rows.ts'
import { served } from '../support/served.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithEngine, type Engine } from '../support/temporal.ts'
import type { TestTenant, World } from '../support/world.ts'

// `RxStatus` follows every move of every process: what the recorded histories show, and what begins
// about a thing that has moved on already, is each status that the process is said to have.

interface Recorded {
  searchAttributes?: { indexedFields?: Record<string, { data: string }> }
  workflowType?: { name: string }
}
interface RecordedHistory {
  events: { [attributes: string]: Recorded | undefined }[]
}

const shown = new Map<string, Set<string>>()
const note = (workflow: string, status: unknown) =>
  shown.set(workflow, (shown.get(workflow) ?? new Set()).add(String(status)))

function noteRecorded(file: string): void {
  const text = readFileSync(join(historyFolder, file), 'utf8')
  const { events } = JSON.parse(text) as RecordedHistory
  const started = events[0]?.['workflowExecutionStartedEventAttributes']
  for (const each of events) {
    for (const attributes of Object.values(each)) {
      const data = attributes?.searchAttributes?.indexedFields?.['RxStatus']?.data
      if (data !== undefined) note(started?.workflowType?.name ?? '', JSON.parse(atob(data)))
    }
  }
}

let at: World
let tenant: TestTenant
let temporal: Engine

beforeAll(async () => {
  ;({ at, tenant, temporal } = await worldWithEngine({ listens: true }))
  for (const file of readdirSync(historyFolder)) noteRecorded(file)
})

const begun = (process: ProcessName, entityId: string): Promise<WorkflowHandle> =>
  temporal.client.workflow.start(processes[process].workflow, {
    taskQueue: temporal.taskQueue,
    workflowId: workflowIdOf(process, tenant.id, `${entityId}/late`),
    args: [{ tenantId: tenant.id, entityId }],
    typedSearchAttributes: new TypedSearchAttributes([
      { key: defineSearchAttributeKey('RxTenant', 'KEYWORD'), value: tenant.id },
    ]),
  })

/** What is found of it once it has ended. */
async function endsAs(process: ProcessName, entityId: string, status: string): Promise<void> {
  const handle = await begun(process, entityId)
  await handle.result()
  const [found] = (await handle.describe()).searchAttributes['RxStatus'] ?? []
  expect(found).toBe(status)
  note(processes[process].workflow, found)
}

/** What is found of it while it waits there. */
async function comesTo(process: ProcessName, entityId: string, status: string): Promise<void> {
  const handle = await begun(process, entityId)
  const found = async () => (await handle.describe()).searchAttributes['RxStatus']
  await expect.poll(found).toEqual([status])
  note(processes[process].workflow, status)
  await handle.terminate()
}

describe('about what is gone, a process ends as GONE:', () => {
  test.each([
    ['inviteUser', 'Invitation'],
    ['resetPassword', 'PasswordReset'],
    ['expireRequest', 'InternalRequest'],
    ['runAutomation', 'AutomationRun'],
    ['planSchedule', 'Schedule'],
    ['runSchedule', 'ScheduleRun'],
    ['paymentRequest', 'PaymentRequest'],
  ] as const)('%s', (process, kind) => endsAs(process, newId(kind), 'GONE'))
})

describe('about what has ended meanwhile, a process ends as that did:', () => {
  const endedAt = new Date()
  test.each([
    ['runAutomation', 'automation_run', ['DONE', 'FAILED', 'ENDED'], { endedAt }],
    ['runSchedule', 'schedule_run', ['NOTHING'], { endedAt }],
    ['deliverBookkeepingFile', 'bookkeeping_delivery', ['CANCELLED'], {}],
    [
      'runTask',
      'background_task',
      ['FAILED', 'CLOSED'],
      { endedAt, taskName: 'invoices.bulkUpdate' },
    ],
  ] as const)('%s', async (process, table, statuses, more) => {
    for (const status of statuses) {
      const { id } = await new Rows(at, tenant.id).add(table, { status, ...more })
      await endsAs(process, String(id), status)
    }
  })

  test('a client that is connected to no repository', async () => {
    const { id } = await new Rows(at, tenant.id).add('client')
    await endsAs('commitConfiguration', String(id), 'NONE')
  })
})

test('a request that was sent, and those that a rail or its maker ended', async () => {
  const clientId = await clientIn(tenant)
  const { methodId } = await payableBy(tenant, clientId)
  for (const status of ['CANCELLED', 'FAILED', 'SENT'] as const) {
    const claimId = await activated(at, tenant, clientId)
    const sent = { methodId, claimId, payerAlias: '46701234502', expiresInMinutes: 30 }
    const { id } = (await tenant.api.post('/payment-requests', sent)).body
    await at.owner('update payment_request set status = $2 where id = $1', [id, status])
    if (status === 'SENT') await comesTo('paymentRequest', id, status)
    else await endsAs('paymentRequest', id, status)
  }
})

test('invoices that a business system does not take wait', async () => {
  const rows = new Rows(at, tenant.id)
  const erp = await rows.add('erp', { active: true, connector: 'FILE', target: 'books' })
  const { id } = await rows.add('client', { invoiceErpId: erp['id'] })
  const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
  const { id: invoiceId } = await rows.add('invoice', { clientId: id, ...currencies })
  const queued = { clientId: id, invoiceId, direction: 'EXPORT', status: 'PENDING', attempts: 0 }
  await rows.add('client_sync_invoice', queued)
  const FILE = { send: async () => Promise.reject(new Error('the disk is full')) }
  at.runtime.erp = { ...at.runtime.erp, FILE }
  await comesTo('exportInvoices', String(id), 'WAITING')
})

test('a job that nobody has anything to do for is done', async () => {
  const handle = await temporal.client.workflow.start('runJob', {
    taskQueue: temporal.taskQueue,
    workflowId: `run-job/${tenant.id}`,
    args: [{ job: 'invoice.due', timeZone: 'Pacific/Kiritimati', asOfDate: '2026-11-20' }],
  })
  await handle.result()
  const [found] = (await handle.describe()).searchAttributes['RxStatus'] ?? []
  expect(found).toBe('DONE')
  note('runJob', found)
})

test('each status of each process is shown, and no other', () => {
  const said = Object.values<Process>(processes).map(({ workflow, statuses }) => [
    workflow,
    statuses.toSorted(),
  ])
  const seen = Object.values<Process>(processes).map(({ workflow }) => [
    workflow,
    [...(shown.get(workflow) ?? [])].toSorted(),
  ])
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(said))
})

test('where the interface shows what a process is about is an operation that reads it', () => {
  const paths = new Set(
    served
      .filter(({ operation }) => operation.method === 'GET')
      .map(({ operation }) => operation.path.replaceAll(/\{\w+\}/g, '{id}')),
  )
  const named = Object.values<Process>(processes).flatMap(({ shownAt }) => shownAt ?? [])
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((path) => !paths.has(path))).toEqual([])
})

test('a process says from its start where the interface shows what it is about', async () => {
  const { id } = await new Rows(at, tenant.id).add('bookkeeping_delivery', { status: 'CANCELLED' })
  const handle = await begun('deliverBookkeepingFile', String(id))
  await handle.result()
  expect(await (await handle.describe()).staticDetails()).toBe(
    `GET /bookkeeping-deliveries/${String(id)}`,
  )
})
