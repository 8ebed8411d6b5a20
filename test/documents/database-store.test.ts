import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moveFormerDocuments } from '../../src/install/same-documents.ts'
import { withClient } from '../../src/ports/database/connect.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import { newStorageKey, type Brought } from '../../src/ports/documents/documents.ts'
import { worldWithTenant } from '../support/world.ts'

const { at } = await worldWithTenant()
const store = databaseStore(at.installed.runUrl)
afterAll(() => store.close?.())

/** As a unit does, in the transaction of the row that names it. */
async function keep({ keep: keptAs }: Brought, key: string, end = 'commit') {
  await withClient(at.installed.runUrl, async (client) => {
    await client.query('begin')
    await keptAs(key, async (text, values) => (await client.query(text, values)).rows)
    await client.query(end)
  })
}

const same = (found: Uint8Array | undefined, bytes: Buffer) =>
  found !== undefined && bytes.equals(found)

test('gives back each byte of what was put, and nothing that was not', async () => {
  const [key, first, second] = [newStorageKey(), randomBytes(300_000), randomBytes(10)]
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, first)
  expect(same(await store.get(key), first)).toBe(true)
  await store.put(key, second)
  expect(same(await store.get(key), second)).toBe(true)
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, Buffer.alloc(0))
  expect((await store.get(key))?.length).toBe(0)
})

test('nobody finds what was brought until it is kept, and what nobody keeps is swept', async () => {
  const key = newStorageKey()
  const [kept, dropped, left] = [
    await store.bring(Buffer.from('kept')),
    await store.bring(Buffer.from('dropped')),
    await store.bring(Buffer.from('left')),
  ]
  await dropped.drop()
  await keep(kept, key)
  await kept.drop()
  expect(same(await store.get(key), Buffer.from('kept'))).toBe(true)
  const now = Date.now()
  expect(await store.sweep(new Date(now - 3_600_000))).toBe(0)
  expect(await store.sweep(new Date(now + 3_600_000))).toBe(1)
  // What is gone cannot be kept, and takes nothing that is there away.
  await expect(keep(left, key)).rejects.toThrow('does not wait')
  expect(same(await store.get(key), Buffer.from('kept'))).toBe(true)
  const [waiting] = await at.owner(
    'select count(*)::int as n from document_file where brought_at is not null',
  )
  expect(waiting).toEqual({ n: 0 })
})

test('many write one at once, and one of them is there whole', async () => {
  const key = newStorageKey()
  const all = Array.from({ length: 12 }, () => randomBytes(50_000))
  await Promise.all(all.map((bytes) => store.put(key, bytes)))
  const found = await store.get(key)
  expect(all.some((bytes) => same(found, bytes))).toBe(true)
})

test('takes no name for a key, and gives none away', async () => {
  for (const name of ['../../etc/passwd', '', 'Faktura.pdf', '0'.repeat(15)]) {
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(store.get(name)).rejects.toThrow('not a key')
    await expect(store.delete(name)).rejects.toThrow('not a key')
  }
  for (const url of [at.installed.runUrl, at.installed.relayUrl, at.installed.readUrl]) {
    await withClient(url, async (client) => {
      await expect(client.query('select key from document_file')).rejects.toThrow(
        'permission denied',
      )
    })
  }
  for (const url of [at.installed.relayUrl, at.installed.readUrl]) {
    await withClient(url, async (client) => {
      await expect(client.query(`select document_get('0')`)).rejects.toThrow('permission denied')
    })
  }
})

test('documents of a former data folder are moved, and nothing else of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'receivables-former-'))
  const key = newStorageKey()
  await mkdir(join(folder, key.slice(0, 2), key.slice(2, 4)), { recursive: true })
  await writeFile(join(folder, key.slice(0, 2), key.slice(2, 4), key), 'an invoice')
  await mkdir(join(folder, 'half'))
  await writeFile(join(folder, 'half', `${newStorageKey()}.0123456789ab`), 'hal')
  const said: string[] = []
  for (let n = 0; n < 2; n++) await moveFormerDocuments(folder, store, (line) => said.push(line))
  expect(said).toEqual(['moving 1 documents of the data folder into the database'])
  expect(same(await store.get(key), Buffer.from('an invoice'))).toBe(true)
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((each) => each.isFile())).toHaveLength(1)
  await rm(folder, { recursive: true })
})

test('what comes as a stream is there whole once it is kept, piece by piece, and goes whole', async () => {
  const [key, other] = [newStorageKey(), newStorageKey()]
  const all = randomBytes(9_000_001)
  async function* coming() {
    for (let at = 0; at < all.length; at += 65_536) yield all.subarray(at, at + 65_536)
  }
  const brought = await store.bring(coming())
  expect(await store.get(key)).toBeUndefined()
  await keep(brought, key)
  expect(same(await store.get(key), all)).toBe(true)
  const pieces: Uint8Array[] = []
  for await (const piece of store.pieces(key)) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(30)
  expect(same(Buffer.concat(pieces), all)).toBe(true)
  const left = await store.bring(coming())
  await left.drop()
  async function* breaking() {
    yield all
    throw new Error('the sender has gone')
  }
  await expect(store.bring(breaking())).rejects.toThrow('gone')
  await keep(await store.bring(coming()), other)
  await store.put(other, Buffer.from('whole'))
  expect(same(await store.get(other), Buffer.from('whole'))).toBe(true)
  await store.delete(key)
  const [row] = await at.owner('select count(*)::int as n from document_piece')
  expect(row).toEqual({ n: 0 })
})
