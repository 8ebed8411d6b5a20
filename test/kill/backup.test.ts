import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiver, type Receiver } from '../webhooks/receiver.ts'
import { eventually, together, type Installation } from './installation.ts'
import { say } from './say.ts'
import { commandLine, ran, type Ran } from '../support/command.ts'
import { activate, clientAt, expectActivatedOnce, invoiceAt, untilActivated } from './trade.ts'

// A backup of an installation that works on: restored to a moment, with an empty Temporal, all that
// was open then comes to its end.
const minute = 60_000
let target: Receiver
let folder: string
let restoredDir: string
let aside: string
const open: Installation[] = []

beforeAll(async () => {
  target = await receiver(500)
  folder = mkdtempSync(join(tmpdir(), 'receivables-backup-'))
  restoredDir = mkdtempSync(join(tmpdir(), 'receivables-restored-'))
  // The user that PostgreSQL runs as where we are root has to come to it.
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  for (const at of open) await at.close()
  await target?.close()
  rmSync(folder, { recursive: true, force: true })
  rmSync(restoredDir, { recursive: true, force: true })
})

const receivables = (dir: string, ...words: string[]): Promise<Ran> =>
  ran([commandLine, ...words], {
    env: { ...process.env, RECEIVABLES_DATA_DIR: dir, RECEIVABLES_LOG_LEVEL: 'warn' },
  })

const variables = () => ({
  RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: target.host,
  NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../webhooks/certificates/authority.pem'),
})

async function started(dir?: string): Promise<Installation> {
  const at = await together(variables(), dir)
  open.push(at)
  await at.ready(2 * minute)
  return at
}

async function made(at: Installation, path: string, body: object): Promise<string> {
  const answer = await at.insist('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return String(answer.body['id'])
}

const schedule = {
  name: 'Every morning',
  cron: '30 7 * * *',
  recipients: ['kim@factor.example'],
  reportId: 'client-account-balances',
}

async function isScheduled(at: Installation, id: string): Promise<boolean> {
  const { Client, Connection } = await import('@temporalio/client')
  const { temporalAddress: address, temporalNamespace: namespace, tenantId } = at.facts()
  const connection = await Connection.connect({ address })
  try {
    const client = new Client({ connection, namespace })
    const scheduleId = `schedule/${tenantId}/${id}`
    await client.workflowService.describeSchedule({ namespace, scheduleId })
    return true
  } finally {
    await connection.close()
  }
}

const momentOf = async (at: Installation) =>
  (await at.rows<{ now: Date }>('select clock_timestamp() as now'))[0]!.now

test(
  'what was open at a moment comes to its end in what is restored to it',
  async () => {
    const source = await started()
    expect(await receivables(restoredDir, 'backup', folder)).toMatchObject({ code: 1 })
    const clientId = await clientAt(source)
    const before = [await invoiceAt(source, clientId), await invoiceAt(source, clientId)]
    for (const id of before) expect((await activate(source, id)).status).toBe(202)
    await untilActivated(source, before, minute)
    const scheduleId = await made(source, '/scheduler/query-report', schedule)
    await made(source, '/webhook', {
      title: 'Receiver',
      url: target.url,
      type: 'REASON_CODE',
      trigger: 'PUSH',
      method: 'POST',
      key: 'a key of this test',
    })

    const backedUp = await receivables(source.dir, 'backup', folder, '--keep', '2')
    expect(backedUp, backedUp.said).toMatchObject({ code: 0 })
    expect(backedUp.out).toContain('is not in it: keep a copy elsewhere')
    expect(existsSync(join(folder, 'master-keys'))).toBe(false)
    say('backed up')

    // All of this is in the log alone.
    const after = await Promise.all(Array.from({ length: 6 }, () => invoiceAt(source, clientId)))
    await made(source, '/reason-code', { code: 'BACKED_UP', type: 'STOP', name: 'Backed up' })
    await eventually('a try in vain', async () => target.arrived.length > 0)
    const changes = { serviceProviderCode: 'RESTORED' }
    const drafts = [await invoiceAt(source, clientId), await invoiceAt(source, clientId)]
    const body = { ids: drafts, changes }
    const task = await source.insist('PUT', '/invoices/actions/bulk-update', body)
    await Promise.all(after.map((id) => activate(source, id)))
    const moment = await momentOf(source)
    const left = await source.rows(`select 1 from invoice_activation where status <> 'DONE'`)
    expect(left.length).toBeGreaterThan(0)
    const later = await invoiceAt(source, clientId)
    aside = join(folder, 'key-kept-elsewhere')
    copyFileSync(join(source.dir, 'master-key'), aside)
    await source.close()
    open.length = 0
    say('the first one is gone')

    expect(readdirSync(join(folder, 'wal')).length).toBeGreaterThan(1)
    const early = await receivables(
      restoredDir,
      'restore',
      folder,
      '--until',
      '2026-01-01T00:00:00Z',
    )
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining('the first moment') })
    const words = ['--until', moment.toISOString(), '--empty-temporal']
    return restored(words, { before, after, later, scheduleId, taskId: String(task.body['id']) })
  },
  10 * minute,
)

interface Known {
  before: readonly string[]
  after: readonly string[]
  later: string
  scheduleId: string
  taskId: string
}

async function restored(words: readonly string[], known: Known): Promise<void> {
  const { before, after, later, scheduleId, taskId } = known
  const done = await receivables(restoredDir, 'restore', folder, ...words)
  expect(done, done.said).toMatchObject({ code: 0 })
  expect(done.out).toMatch(/before it starts bring the master key [0-9a-f]{8}/)
  expect(await receivables(restoredDir, 'restore', folder)).toMatchObject({ code: 1 })
  copyFileSync(aside, join(restoredDir, 'master-key'))
  target.answer(200)
  const at = await started(restoredDir)
  say('the restored one runs')
  expect((await at.call('GET', `/invoices/${later}`)).status).toBe(404)
  // Two minutes without a step, and the reconciler begins again what its engine lost.
  const all = [...before, ...after]
  await at.rows(
    `update invoice_activation set updated_at = updated_at - interval '2 minutes'
     where status <> 'DONE'`,
  )
  await at.rows(`update background_task set updated_at = updated_at - interval '2 minutes'`)
  await untilActivated(at, all, 2 * minute)
  await expectActivatedOnce(at, all)
  const delivered = `select status from webhook_log`
  const isDelivered = async () =>
    (await at.rows<{ status: string }>(delivered)).every(({ status }) => status === 'DELIVERED')
  // Its retry waited in the store that is gone: the reconciler begins it again once it is late.
  await eventually('the delivery', isDelivered, 4 * minute)
  const task = async () => (await at.call('GET', `/background-task/${taskId}`)).body
  await eventually('the task', async () => (await task())['endedAt'] !== null, 2 * minute)
  expect(await task()).toMatchObject({ status: 'COMPLETED', succeeded: 2, failed: 0 })
  await eventually('the schedule', () => isScheduled(at, scheduleId))
  const verify = await receivables(restoredDir, 'verify')
  expect(verify, verify.out).toMatchObject({ code: 0 })
}
