import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { beforeAll, expect, test } from 'vitest'
import { processes, type ProcessName } from '../../src/domain/processes.ts'
import type { Process } from '../../src/domain/process.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { worldWithEngine, type Engine } from '../support/temporal.ts'

// The views of OPERATIONS-GUIDE.md, by the server's own visibility: each finds what it says, and
// nothing else. A worker that polls another queue leaves these processes as they began.

const guide = readFileSync(join(import.meta.dirname, '../../OPERATIONS-GUIDE.md'), 'utf8')
const views = [...guide.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): `([^`]+)`$/gm)].map(
  ([, title = '', link = '', query = '']) => ({ title, link, query }),
)

let temporal: Engine
const tenantId = newId('Tenant')
const clientId = newId('Client')
const unpolled = `nobody-${tenantId}`

beforeAll(async () => {
  ;({ temporal } = await worldWithEngine())
  for (const [name, process] of Object.entries<Process>(processes)) {
    for (const status of process.statuses) await stands(name as ProcessName, status)
  }
})

const keyword = (name: string) => defineSearchAttributeKey(name, 'KEYWORD')
const idOf = (name: string, status: string) => `view/${tenantId}/${name}/${status}`

/** A process that stands there, open as long as nobody takes it up. */
async function stands(name: ProcessName, status: string): Promise<void> {
  const handle = await temporal.client.workflow.start(processes[name].workflow, {
    taskQueue: unpolled,
    workflowId: idOf(name, status),
    args: [{ tenantId, entityId: status }],
    typedSearchAttributes: new TypedSearchAttributes([
      { key: keyword('RxTenant'), value: tenantId },
      { key: keyword('RxClient'), value: clientId },
      { key: keyword('RxStatus'), value: status },
    ]),
  })
  // What has failed has ended.
  if (status === 'FAILED' || status === 'DECIDED') await handle.terminate()
}

async function found(query: string): Promise<string[]> {
  const within = `(${query}) AND RxTenant = '${tenantId}'`
  const ids: string[] = []
  for await (const { workflowId } of temporal.client.workflow.list({ query: within })) {
    ids.push(workflowId)
  }
  return ids.toSorted()
}

const all = Object.entries<Process>(processes).flatMap(([name, { statuses }]) =>
  statuses.map((status) => ({ name, status })),
)
type One = (typeof all)[number]

/** What each view is to find, in words of ours. */
const finds: Readonly<Record<string, (one: One) => boolean>> = {
  'Stopped: an errand waits for a person': ({ status }) => status === 'FAILED',
  'Decisions that wait for an operator': ({ name, status }) =>
    name === 'factoringDecision' && status === 'WAITING',
  'Decisions that wait for an external financier': ({ name, status }) =>
    name === 'factoringDecision' && status === 'REFINANCE',
  'Activations under way': ({ name, status }) =>
    name.startsWith('activate') && status === 'RUNNING',
  'Tried again later: receivers, repositories, mail': ({ status }) =>
    ['AWAY', 'RETRYING', 'PRODUCED'].includes(status),
  'Payment requests that nobody has paid': ({ name, status }) =>
    name === 'paymentRequest' && ['CREATED', 'SENT', 'PENDING'].includes(status),
  'Daily jobs that failed for some tenant': ({ name, status }) =>
    name === 'runJob' && status === 'FAILED',
  'All of a client (put its id for CL…)': () => true,
}

test('each view is one that is known here', () => {
  expect(views.map(({ title }) => title)).toEqual(Object.keys(finds))
})

test.each(views)('$title', async ({ title, link, query }) => {
  const { pathname, searchParams } = new URL(link)
  expect(pathname).toBe('/namespaces/receivables/workflows')
  expect(searchParams.get('query')).toBe(query)
  const wanted = all.filter(finds[title]!).map(({ name, status }) => idOf(name, status))
  expect(wanted.length).toBeGreaterThan(0)
  await expect.poll(() => found(query.replace('CL…', clientId))).toEqual(wanted.toSorted())
})
