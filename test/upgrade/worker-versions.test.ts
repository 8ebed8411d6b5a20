import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import { eventually, together, type Installation } from '../kill/installation.ts'
import { startRole, type RoleProcess } from '../kill/role-process.ts'
import { activate, clientAt, invoiceAt, untilActivated } from '../kill/trade.ts'
import { receiver, type Receiver } from '../webhooks/receiver.ts'

// Versions of the workers beside each other: each ends what lasts minutes, and the one that is the
// current one takes what begins and what lasts for days.
let at: Installation
let target: Receiver
let connection: Connection
const workers: RoleProcess[] = []
let env: Record<string, string>

beforeAll(async () => {
  target = await receiver((response) => response.writeHead(500).end())
  env = {
    RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: target.host,
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../webhooks/certificates/authority.pem'),
  }
  at = await together(env)
  connection = await Connection.connect({ address: at.facts().temporalAddress })
}, 120_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
  await connection?.close()
  await at?.close()
  await target?.close()
})

async function workerOf(build: string): Promise<void> {
  const own = { RECEIVABLES_DATA_DIR: at.dir, RECEIVABLES_LOG_LEVEL: 'silent' }
  workers.push(await startRole('worker', { ...env, ...own, RECEIVABLES_WORKER_BUILD: build }))
}

const receivables = async (...words: string[]) => {
  const own = { ...process.env, RECEIVABLES_DATA_DIR: at.dir }
  const run = promisify(execFile)(process.execPath, ['src/cli/main.ts', ...words], { env: own })
  return run.catch((error: { stdout: string; stderr: string }) => error)
}

/** As its workers have come to the engine, and poll there. */
async function current(build: string): Promise<void> {
  await eventually(`${build} to be current`, async () => {
    const { stdout } = await receivables('workers', 'current', build)
    return stdout.startsWith(`${build} is the current version`)
  })
}

const statusOf = async (build: string): Promise<string> => {
  const { stdout } = await receivables('workers', '--json')
  const all = JSON.parse(stdout) as { build: string; status: string }[]
  return all.find((one) => one.build === build)?.status ?? 'ABSENT'
}

/** The version that did the last step of a process. */
async function versionOf(process: ProcessName, key: string): Promise<string | null | undefined> {
  const { tenantId, temporalNamespace: namespace } = at.facts()
  const { workflow } = new Client({ connection, namespace })
  const { raw } = await workflow.getHandle(workflowIdOf(process, tenantId, key)).describe()
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId
}

interface Invited {
  id: string
  userId: string
}

async function invited(): Promise<Invited> {
  const made = await at.insist('POST', '/users', { name: 'Alva Lind', email: 'alva@example.com' })
  expect(made.status).toBe(201)
  const userId = String(made.body['id'])
  const sql = 'select id from user_invitation where user_id = $1'
  const [row] = await at.rows<{ id: string }>(sql, [userId])
  return { id: row!.id, userId }
}

async function activatedBy(build: string, clientId: string): Promise<void> {
  const id = await invoiceAt(at, clientId)
  expect((await activate(at, id)).status).toBeLessThan(300)
  await untilActivated(at, [id], 60_000)
  const [run] = await at.rows<{ number: number }>(
    'select number from invoice_activation where invoice_id = $1',
    [id],
  )
  expect(await versionOf('activateInvoice', `${id}/${run!.number}`)).toBe(build)
}

/** A delivery that failed, and whose process waits for somebody to try it again. */
async function failingDelivery(): Promise<string> {
  const body = {
    title: 'Ill',
    url: target.url,
    type: 'REASON_CODE',
    trigger: 'PUSH',
    method: 'POST',
    key: 'a key of this test',
  }
  const { body: webhook } = await at.insist('POST', '/webhook', body)
  await at.insist('POST', '/reason-code', { code: 'SLOW', type: 'STOP', name: 'Slow' })
  const [log] = await at.rows<{ id: string }>('select id from webhook_log where webhook_id = $1', [
    webhook['id'],
  ])
  return log!.id
}

test('a version ends what lasts minutes, and hands on what lasts for days', async () => {
  const clientId = await clientAt(at)
  expect((await receivables('workers')).stdout).toContain('no worker runs as a version')
  await workerOf('1.0')
  await current('1.0')
  await activatedBy('1.0', clientId)
  const log = await failingDelivery()
  await eventually('the delivery to begin', async () => {
    return (await versionOf('webhookDelivery', log)) === '1.0'
  })
  const { id: invitation, userId } = await invited()
  await eventually('the invitation to begin', async () => {
    return (await versionOf('inviteUser', invitation)) === '1.0'
  })

  await workerOf('1.1')
  await eventually('1.1 to come', async () => (await statusOf('1.1')) !== 'ABSENT')
  await activatedBy('1.0', clientId)
  await current('1.1')
  expect(await statusOf('1.0')).toBe('DRAINING')
  await activatedBy('1.1', clientId)
  const attempts = `select 1 from webhook_attempt where log_id = $1 and ended_at is not null`
  await eventually('the automatic retry', async () => (await at.rows(attempts, [log])).length === 2)
  expect(await versionOf('webhookDelivery', log)).toBe('1.0')
  expect((await at.insist('DELETE', `/users/${userId}/invitation`)).status).toBeLessThan(300)
  await eventually('the invitation to end by 1.1', async () => {
    return (await versionOf('inviteUser', invitation)) === '1.1'
  })
}, 180_000)
