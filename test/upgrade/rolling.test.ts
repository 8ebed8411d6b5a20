import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { afterAll, expect, test } from 'vitest'
import { workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import { eventually, togetherIn, type Installation } from '../kill/installation.ts'
import { startRole } from '../kill/role-process.ts'
import { verified } from '../kill/snapshots.ts'
import { clientAt, sentInvoice, untilActivated, untilOutboxEmpty } from '../kill/trade.ts'

/** Whose processes still serve while this version brings their database up. */
const release = readFileSync(join(import.meta.dirname, 'release.txt'), 'utf8').trim()
const archive = spawnSync('git', ['archive', release], { maxBuffer: 512 * 1024 * 1024 })

const checkout = mkdtempSync(join(tmpdir(), 'receivables-release-'))
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

test.skipIf(archive.status !== 0)(
  'while the schema moves on, processes of the last release serve every write (skipped without its commit)',
  async () => {
    expect(spawnSync('tar', ['-x', '-C', checkout], { input: archive.stdout }).status).toBe(0)
    withPackages(checkout)
    const at = await togetherIn(checkout)
    try {
      await served(at)
    } finally {
      await at.close()
    }
  },
  600_000,
)

/** As links where the file system can; a link to the folder would lie outside of what it may read. */
function withPackages(folder: string): void {
  const copied = (how: string) =>
    spawnSync('cp', [how, resolve('node_modules'), join(folder, 'node_modules')]).status === 0
  expect(copied('-al') || copied('-a')).toBe(true)
}

async function served(at: Installation): Promise<void> {
  const clientId = await clientAt(at)
  const open = await begunBefore(at)
  const before = await migrationsOf(at)
  const load = writing(at, clientId)
  await load.more(20)
  const [port, dir] = [String(new URL(at.facts().api).port), at.dir]
  const env = { RECEIVABLES_DATA_DIR: dir, RECEIVABLES_LOG_LEVEL: 'silent', PORT: port }
  const newer = await startRole('worker', env)
  await load.more(60)
  expect(await migrationsOf(at)).toBeGreaterThan(before)
  expect(load.refused).toEqual([])
  // Whoever shares out requests has to send them to processes of the newer version from now on.
  expect((await at.health())['migrations']).toMatch(/^of a later version/)
  await load.stop()
  expect(load.refused).toEqual([])
  await untilActivated(at, load.activating, 90_000)
  await at.kill('api')
  await newer.end('SIGTERM')
  await at.start('api')
  await at.ready()
  await untilOutboxEmpty(at)
  await open.goOn()
  const again = writing(at, clientId)
  await again.more(20)
  await again.stop()
  expect(again.refused).toEqual([])
  await untilActivated(at, again.activating, 90_000)
  const { body } = await at.call('GET', `/invoices/${load.activating[0]}`)
  expect(body).toMatchObject({ statuses: { main: 'ACTIVATED' } })
  expect(await verified(at)).toEqual([])
}

/**
 * Processes that last: an invitation, and a delivery that failed. The former release has begun
 * them, and this one ends them, by their histories.
 */
async function begunBefore(at: Installation) {
  const made = await at.insist('POST', '/users', { name: 'Alva Lind', email: 'a@example.com' })
  const [invitation] = await at.rows<{ id: string }>('select id from user_invitation')
  // A name that nobody has: each attempt fails at once.
  const hook = { title: 'Nowhere', url: 'https://nobody.example.com/x', type: 'REASON_CODE' }
  const more = { trigger: 'PUSH', method: 'POST', key: 'a key of this test' }
  expect((await at.insist('POST', '/webhook', { ...hook, ...more })).status).toBe(201)
  await at.insist('POST', '/reason-code', { code: 'NOWHERE', type: 'STOP', name: 'Nowhere' })
  await eventually('the delivery to have failed', async () => {
    return (await at.rows(`select 1 from webhook_log where status = 'FAILED'`)).length > 0
  })
  const [log] = await at.rows<{ id: string }>(`select id from webhook_log where status = 'FAILED'`)
  await eventually('the mail', async () => {
    return (await at.rows('select 1 from user_invitation where sent_at is not null')).length > 0
  })
  return {
    async goOn() {
      const connection = await Connection.connect({ address: at.facts().temporalAddress })
      const { tenantId, temporalNamespace: namespace } = at.facts()
      const { workflow } = new Client({ connection, namespace })
      const run = (name: ProcessName, id: string) =>
        workflow.getHandle(workflowIdOf(name, tenantId, id))
      expect((await run('webhookDelivery', log!.id).describe()).status.name).toBe('RUNNING')
      // Its own process says no, so this version has come to where it stands.
      const { body } = await at.insist('PUT', `/webhook/log/retry/${log!.id}`)
      expect(body['code']).toBe('WEBHOOK_RETRY_COOL_OFF')
      await at.insist('DELETE', `/users/${String(made.body['id'])}/invitation`)
      await eventually('the invitation to end', async () => {
        const { status } = await run('inviteUser', invitation!.id).describe()
        return status.name === 'COMPLETED'
      })
      await connection.close()
    },
  }
}

const migrationsOf = async (at: Installation) => (await at.rows('select 1 from migration')).length

/** Writes of many kinds, one after another, none of them repeated. */
function writing(at: Installation, clientId: string) {
  const [refused, activating]: [unknown[], string[]] = [[], []]
  const stopping = new AbortController()
  let done = 0
  const write = async (method: string, path: string, body: object) => {
    // A connection that nobody takes is no answer, and refuses the write as well.
    const answer = await at.call(method, path, body).catch((error: unknown) => ({
      status: 599,
      body: { error: String(error) } as Record<string, unknown>,
    }))
    if (answer.status >= 300) refused.push({ method, path, ...answer.body })
    return answer.body
  }
  const round = async () => {
    const { id } = await write('POST', '/invoices', sentInvoice(clientId))
    await write('PUT', `/invoices/${id}/activate`, { productCode: 'INVOICE_SERVICE' })
    activating.push(String(id))
    const note = { targetType: 'INVOICE', targetId: id, text: 'They have moved' }
    await write('POST', '/notes', note)
    await write('POST', '/invoice/todo', { targetId: id, title: 'Ask for their address' })
    const settings = { paymentTermsDays: 20 + (done % 10) }
    await write('PUT', `/clients/${clientId}/settings/invoice`, settings)
    await write('POST', '/roles', { name: `Clerk ${id}`, rights: ['ReadInvoice'] })
    done++
  }
  const ended = (async () => {
    while (!stopping.signal.aborted) await round()
  })()
  return {
    refused,
    activating,
    async more(rounds: number) {
      const until = done + rounds
      await eventually(`${rounds} rounds of writes`, async () => done >= until, 120_000)
    },
    stop() {
      stopping.abort()
      return ended
    },
  }
}
