import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { startRole, type Role, type RoleProcess } from '../kill/role-process.ts'
import { bucketServer } from '../support/bucket-server.ts'
import { world, type World } from '../support/world.ts'

// Processes as an operator starts them, on a database and an engine of the operator's own.
let at: World
let dir: string
let env: Record<string, string>
let started: RoleProcess[] = []

beforeEach(async () => {
  at = await world()
  dir = mkdtempSync(join(tmpdir(), 'receivables-start-'))
  const { masterKey, rolePrefix } = inject('postgres')
  env = {
    DATABASE_URL: at.installed.ownerUrl,
    TEMPORAL_ADDRESS: inject('temporal').address,
    TEMPORAL_NAMESPACE: `starts-${randomUUID()}`,
    RECEIVABLES_DATA_DIR: dir,
    RECEIVABLES_DATABASE_ROLES: rolePrefix,
    RECEIVABLES_LOG_LEVEL: 'silent',
    RECEIVABLES_MASTER_KEY: masterKey,
  }
})
afterEach(async () => {
  await Promise.all(started.map((each) => each.end('SIGTERM')))
  started = []
  await at.close()
  rmSync(dir, { recursive: true, force: true })
})

async function begin(role: Role, ...words: string[]): Promise<RoleProcess> {
  const begun = await startRole(role, { ...env, PORT: String(await freePort()) }, ...words)
  started.push(begun)
  return begun
}

interface Written {
  api: string
  tenantId?: string
  clientId?: string
  debtorId?: string
  tokens?: { system: string }
}

const written = (): Written => JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'))
const tenants = async () => (await at.owner('select 1 from tenant')).length
const tokens = async () => (await at.owner('select 1 from token')).length

/** What a newcomer finds on the demonstration's debtor. */
async function besideTheTrade() {
  const { api, tokens: given, debtorId } = written()
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${given?.system}` }
    const answer = await fetch(`${api}/${path}`, { headers })
    return ((await answer.json()) as { data: { status: string }[] }).data
  }
  const todos = await read(`debtor/todo/${debtorId}`)
  return {
    labels: (await read(`debtors/${debtorId}/labels`)).length,
    notes: (await read(`debtors/${debtorId}/notes`)).length,
    todos: todos.map(({ status }) => status).toSorted(),
  }
}

test('a database of one’s own gets the demonstration when it is asked for, and no tenant else', async () => {
  const plain = await begin('api')
  expect(plain.said()).toContain('npx receivables tenant create')
  expect({ tenants: await tenants(), tokens: await tokens() }).toEqual({ tenants: 0, tokens: 0 })
  expect(written().tokens).toBeUndefined()
  expect((await fetch(`${written().api}/health/live`)).status).toBe(200)

  const asked = await begin('api', '--demo')
  const { tokens: given, tenantId, debtorId } = written()
  // Nobody looks at a screen, so it says where they stand.
  expect(asked.said()).toContain(tenantId)
  expect(asked.said()).not.toContain(given!.system)
  expect(await tenants()).toBe(2)
  expect(await besideTheTrade()).toEqual({ labels: 2, notes: 2, todos: ['OPEN', 'RESOLVED'] })

  const later = await begin('api')
  expect(later.said()).toContain(tenantId)
  expect(written()).toMatchObject({ tenantId, debtorId, tokens: given })
  expect(await tenants()).toBe(2)
}, 120_000)

test('a part that shows nobody the tokens makes no demonstration', async () => {
  await begin('relay', '--demo')
  expect(await tenants()).toBe(0)
}, 60_000)

/** One that must end by itself. */
function refused(
  role: Role = 'all',
  more: Record<string, string> = {},
): Promise<{ code: unknown; said: string; out: string }> {
  const given = { env: { ...process.env, ...env, ...more } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['src/main.ts', '--role', role], given, (error, out, said) =>
      resolve({ code: error?.code, out, said }),
    )
  })
}

test('a second start says where the first one runs, and changes nothing', async () => {
  const first = await begin('all')
  const files = () => readdirSync(dir).toSorted()
  const [before, there] = [written(), files()]
  const second = await refused()
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.said).toContain(`runs already: ${before.api}, process ${first.pid}. Stop that one`)
  expect({ written: written(), files: files() }).toEqual({ written: before, files: there })
  expect((await fetch(`${before.api}/health/ready`)).status).toBe(200)

  await first.end('SIGKILL')
  await begin('all')
  expect((await fetch(`${written().api}/health/live`)).status).toBe(200)
}, 120_000)

test('a worker does not keep documents where the interface would not find them', async () => {
  env = { ...env, RECEIVABLES_DOCUMENTS_DIR: join(dir, 'documents') }
  await begin('api')
  const elsewhere = mkdtempSync(join(tmpdir(), 'receivables-elsewhere-'))
  try {
    env = { ...env, RECEIVABLES_DATA_DIR: elsewhere }
    const refusedFor = await refused('worker', {
      RECEIVABLES_DOCUMENTS_DIR: join(elsewhere, 'own'),
    })
    expect(refusedFor.code).toBe(1)
    expect(refusedFor.said).toContain('name that which all processes share')
    const { RECEIVABLES_DOCUMENTS_DIR: named, ...without } = env
    env = without
    expect((await refused('worker')).said).toContain('name the folder by RECEIVABLES_DOCUMENTS_DIR')
    env = { ...without, RECEIVABLES_DOCUMENTS_DIR: named! }
    expect((await begin('relay')).said()).toContain('is ready (relay)')

    const [, id = ''] = /write (\S+) into/.exec(refusedFor.said) ?? []
    expect(readFileSync(join(dir, 'documents', 'store-id'), 'utf8')).toBe(`${id}\n`)
    rmSync(join(dir, 'documents'), { recursive: true })
    expect((await refused('worker')).said).toContain('do not lie in the folder')
    mkdirSync(join(dir, 'documents'))
    writeFileSync(join(dir, 'documents', 'store-id'), id)
    await begin('relay')
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}, 120_000)

test('documents lie in the bucket that all processes name', async (context) => {
  const server = await bucketServer()
  if ('reason' in server) return context.skip(server.reason)
  try {
    env = { ...env, ...server.variables, RECEIVABLES_DOCUMENTS_BUCKET: `${server.bucket}/ours` }
    await begin('api', '--demo')
    const { api, tokens: given, clientId } = written()
    const headers = { authorization: `Bearer ${given?.system}`, 'content-type': 'application/json' }
    const file = { filename: 'note.txt', mimeType: 'text/plain', content: btoa('delivered') }
    const body = JSON.stringify({ clientId, ...file })
    const path = `${api}/documents/attachments/client`
    const uploaded = await fetch(path, { method: 'POST', headers, body })
    const { id } = (await uploaded.json()) as { id: string }
    const found = await fetch(`${api}/documents/${id}/file`, { headers })
    expect([uploaded.status, await found.text()]).toEqual([201, 'delivered'])
    expect(await at.owner('select 1 from document_file')).toEqual([])

    const other = { RECEIVABLES_DOCUMENTS_BUCKET: server.bucket }
    expect((await refused('worker', other)).said).toContain('do not lie in the bucket')
    const { RECEIVABLES_DOCUMENTS_BUCKET: named, ...without } = env
    const folder = { RECEIVABLES_DOCUMENTS_DIR: join(dir, 'documents') }
    expect((await refused('worker', folder)).said).toContain('documents lie in one place')
    env = without
    expect((await refused('worker')).said).toContain('or the bucket by')
    env = { ...without, RECEIVABLES_DOCUMENTS_BUCKET: named! }
    expect((await begin('relay')).said()).toContain('is ready (relay)')
  } finally {
    await server.stop()
  }
}, 300_000)
