import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'
import { install } from '../../src/install/database.ts'
import type { Installed } from '../../src/install/logins.ts'
import { withClient } from '../../src/ports/database/connect.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { readKeys } from '../../src/run/master-key.ts'

// A key that was lost or mixed up must stop the platform before it changes anything.
const name = () => `key_${randomUUID().replaceAll('-', '').slice(0, 12)}`
const newKey = () => randomBytes(32).toString('hex')
const silent = () => undefined
const made: string[] = []
const prefixes: string[] = []
let dir: string
let ours: { prefix: string; key: string; url: string; installed: Installed }

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'receivables-key-'))
})
afterAll(async () => {
  for (const database of made) await admin(`drop database ${database} with (force)`)
  for (const prefix of prefixes) {
    for (const kind of ['run', 'relay', 'read'])
      await admin(`drop role if exists ${prefix}_${kind}`)
  }
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  const [prefix, key, url] = [name(), newKey(), await database()]
  prefixes.push(prefix)
  ours = { prefix, key, url, installed: await install(url, prefix, deriveKeys(key), silent) }
}, 60_000)

const admin = (text: string) => asOwner(inject('postgres').url, text)

async function asOwner(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(text)).rows as never)
}

/** As it was before anybody noted a key: migrated, with logins of nobody in particular. */
async function database(): Promise<string> {
  const { url, template } = inject('postgres')
  const called = name()
  await admin(`create database ${called} template ${template} strategy file_copy`)
  made.push(called)
  const at = new URL(url)
  at.pathname = `/${called}`
  await asOwner(at.href, 'drop table installation')
  return at.href
}

/** Everything by which a start could have changed a server. */
const traces = async () => ({
  logins: await Promise.all(
    [ours.installed.runUrl, ours.installed.relayUrl, ours.installed.readUrl].map((url) =>
      asOwner(url, 'select current_user as who'),
    ),
  ),
  noted: await asOwner(ours.url, 'select key_id as id from installation'),
  grants: await asOwner(ours.url, `select obj_description('migration'::regclass) as mark`),
})

async function unnoted(): Promise<void> {
  await asOwner(ours.url, 'drop table installation')
  for (const role of Object.values(ours.installed.roles)) {
    await asOwner(ours.url, `comment on role ${role} is null`)
  }
}

test('another key is refused before anything changes, and the right one goes on', async () => {
  const before = await traces()
  expect(before.noted).toEqual([{ id: deriveKeys(ours.key).id }])
  const other = deriveKeys(newKey())
  for (const prefix of [ours.prefix, name()]) {
    await expect(install(ours.url, prefix, other, silent)).rejects.toThrow(
      new RegExp(
        `master key ${deriveKeys(ours.key).id}, and the one here is ${other.id}: give the right one as RECEIVABLES_MASTER_KEY`,
      ),
    )
  }
  expect(await traces()).toEqual(before)
  await install(ours.url, ours.prefix, deriveKeys(ours.key), silent)
  expect(await traces()).toEqual(before)
})

test('a database of before is noted under the key that its logins have, and no other', async () => {
  await unnoted()
  const other = deriveKeys(newKey())
  await expect(install(ours.url, ours.prefix, other, silent)).rejects.toThrow(
    /belongs to an installation with another master key/,
  )
  await install(ours.url, ours.prefix, deriveKeys(ours.key), silent)
  expect((await traces()).noted).toEqual([{ id: deriveKeys(ours.key).id }])
  await expect(install(ours.url, name(), other, silent)).rejects.toThrow(
    /begun with the master key/,
  )
})

test('logins of a server are shared under one key, and refused to another', async () => {
  const before = await traces()
  const second = await database()
  const other = deriveKeys(newKey())
  await expect(install(second, ours.prefix, other, silent)).rejects.toThrow(
    /name roles of its own by RECEIVABLES_DATABASE_ROLES/,
  )
  expect(await traces()).toEqual(before)
  const shared = await install(second, ours.prefix, deriveKeys(ours.key), silent)
  expect(await asOwner(shared.runUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await traces()).toEqual(before)
})

test('logins that nobody uses are taken, as an operator may have made them', async () => {
  const [prefix, url] = [name(), await database()]
  prefixes.push(prefix)
  await admin(`create role ${prefix}_run login password 'another'`)
  const { runUrl } = await install(url, prefix, deriveKeys(newKey()), silent)
  expect(await asOwner(runUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a data folder makes a key for an empty database, and none where there is one', async () => {
  const folder = join(dir, 'folder')
  const file = join(folder, 'master-key')
  const environment = readEnvironment({ RECEIVABLES_DATA_DIR: folder })
  await expect(readKeys(environment, ours.url, silent)).rejects.toThrow(
    `there is no master key ${file}, but the database is there: give the right one as RECEIVABLES_MASTER_KEY`,
  )
  expect(existsSync(file)).toBe(false)
  const keys = await readKeys(environment, inject('postgres').url, silent)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  expect((await readKeys(environment, ours.url, silent)).id).toBe(keys.id)
  writeFileSync(file, '')
  await expect(readKeys(environment, ours.url, silent)).rejects.toThrow(/is spoiled/)
})

test.each([
  ['src/cli/main.ts', 'verify'],
  ['src/cli/main.ts', 'tenant', 'create', '--name', 'Nordlund'],
  ['src/main.ts', '--role', 'api'],
])('%s %s with another key ends with what to do', async (...words) => {
  const before = await traces()
  const env = {
    ...process.env,
    DATABASE_URL: ours.url,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    RECEIVABLES_DATA_DIR: join(dir, 'none'),
    RECEIVABLES_DATABASE_ROLES: ours.prefix,
    RECEIVABLES_MASTER_KEY: newKey(),
  }
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, words, { env }, (error, _, said) =>
      resolve({ code: error?.code, said }),
    )
  })
  expect(code).toBe(1)
  expect(said).toMatch(/^receivables: this database was begun with the master key .*\n$/)
  expect(await traces()).toEqual(before)
  expect(await asOwner(ours.url, 'select 1 from tenant')).toEqual([])
})
