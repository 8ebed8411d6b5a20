import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTables } from '../../src/entities/table.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import { newStorageKey } from '../../src/ports/documents/documents.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { decryptSecret, sealedBy } from '../../src/ports/keys/secrets.ts'
import { usual } from '../conformance/given.ts'
import { personIn } from '../access/people.ts'
import { Rows } from '../support/rows.ts'
import { commandLine, leadingTo, ran, type Ran } from '../support/command.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// One tenant goes from an installation to another one: every row, under the id that it had.
let from: World
let to: World
let dir: string
let tenant: TestTenant
let storedAs: string

beforeAll(async () => {
  ;[from, to] = [await world(), await world()]
  dir = mkdtempSync(join(tmpdir(), 'receivables-move-'))
  tenant = await tenantIn(from, 'Moves')
  await personIn(from, tenant, { superUser: true })
  await tenant.api.post('/webhook', {
    title: 'Receiver',
    url: 'https://receiver.example.com/hooks',
    type: 'REASON_CODE',
    trigger: 'PUSH',
    method: 'POST',
    key: 'a key of this test',
  })
  const rows = new Rows(from, tenant.id, usual, null)
  for (const { table } of allTables()) {
    if (table !== 'tenant' && table !== 'policy_version') await rows.add(table)
  }
  storedAs = newStorageKey()
  const store = databaseStore(from.installed.runUrl)
  await store.put(storedAs, Buffer.from('a document'))
  await store.close?.()
  await rows.add('document', { storageKey: storedAs })
})
afterAll(async () => {
  await Promise.all([from.close(), to.close()])
  rmSync(dir, { recursive: true, force: true })
})

function tenantCommand(at: World, key: string | undefined, ...words: string[]): Promise<Ran> {
  const env = {
    ...leadingTo(at),
    RECEIVABLES_DATA_DIR: join(dir, 'data'),
    ...(key !== undefined && { RECEIVABLES_EXPORT_KEY: key }),
  }
  return ran([commandLine, 'tenant', ...words], { env })
}

const sealedColumn = /"(v1\.[0-9a-f]{8}\.[\w.-]+)"/g

/** Its lines, with what is sealed as it is opened: no two seals of the same are alike. */
function linesOf(file: string, key: string): string[] {
  const keys = deriveKeys(key)
  const facts = new Map(allTables().map((each) => [each.table, each]))
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, table = ''] = /^\{"t":"(\w+)"/.exec(line) ?? []
      if (facts.get(table)?.sealed === undefined) return line
      return line.replaceAll(sealedColumn, (all, sealed: string) =>
        sealedBy(sealed) === keys.id ? '"sealed"' : all,
      )
    })
}

test('what is exported, imported and exported again is the same', async () => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')]
  const exported = await tenantCommand(from, undefined, 'export', tenant.id, first)
  expect(exported, exported.said).toMatchObject({ code: 0 })
  const [, key = ''] = /RECEIVABLES_EXPORT_KEY=([0-9a-f]{64})/.exec(exported.out) ?? []
  const lines = linesOf(first, key)
  const tables = new Set(lines.flatMap((line) => /^\{"t":"(\w+)"/.exec(line)?.[1] ?? []))
  expect([...tables].toSorted()).toEqual(
    allTables()
      .map(({ table }) => table)
      .toSorted(),
  )
  expect(lines.some((line) => line.includes('"sealed"'))).toBe(true)
  expect(await tenantCommand(from, key, 'export', tenant.id, first)).toMatchObject({ code: 1 })

  const other = await tenantCommand(to, '1'.repeat(64), 'import', first)
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('have another key') })
  const done = await tenantCommand(to, key, 'import', first)
  expect(done, done.said).toMatchObject({ code: 0 })
  const here = await tenantCommand(to, key, 'import', first)
  expect(here).toMatchObject({ code: 1, said: expect.stringContaining('is a tenant') })
  expect(await tenantCommand(to, key, 'export', tenant.id, second)).toMatchObject({ code: 0 })
  expect(linesOf(second, key)).toEqual(lines)
}, 300_000)

test('its document and what its key opens are there', async () => {
  const store = databaseStore(to.installed.runUrl)
  expect(Buffer.from((await store.get(storedAs)) ?? '').toString()).toBe('a document')
  await store.close?.()
  const [webhook] = await to.owner(`select id, key from webhook where title = 'Receiver'`)
  const { id, key } = webhook as { id: string; key: string }
  const place = { tenantId: tenant.id, table: 'webhook', column: 'key', id }
  expect(decryptSecret(to.keys, key, place).toString()).toBe('a key of this test')
})
