import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStorageKey, type DocumentStore } from '../../src/ports/documents/documents.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'

let folder: string
let store: DocumentStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receivables-store-'))
  store = folderStore(join(folder, 'documents'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (found: Uint8Array | undefined) => new TextDecoder().decode(found)

test('gives back what was put, and nothing that was not', async () => {
  const key = newStorageKey()
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, bytes('one'))
  expect(textOf(await store.get(key))).toBe('one')
  await store.put(key, bytes('two'))
  expect(textOf(await store.get(key))).toBe('two')
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
})

async function piecesOf(key: string): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.pieces(key)) pieces.push(piece)
  return pieces
}

test('gives piece by piece what is too large to hold, and nothing of what is not there', async () => {
  const key = newStorageKey()
  const large = Buffer.alloc(1_000_000, 'abc')
  await store.put(key, large)
  const pieces = await piecesOf(key)
  expect(pieces.length).toBeGreaterThan(2)
  expect(Buffer.concat(pieces).equals(large)).toBe(true)
  await store.delete(key)
  expect(await piecesOf(key)).toEqual([])
})

test('spreads its files over folders, and leaves none half written', async () => {
  const keys = Array.from({ length: 20 }, newStorageKey)
  await Promise.all(keys.flatMap((key) => [1, 2, 3].map((n) => store.put(key, bytes(`${n}`)))))
  const files = await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true })
  const names = files.filter((file) => file.isFile()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(keys.toSorted())
})

test('half of what a crashed write left is swept after an hour, and not while it may go on', async () => {
  const key = newStorageKey()
  await store.put(key, bytes('whole'))
  const half = join(folder, 'documents', 'half', `${newStorageKey()}.0123456789ab`)
  await writeFile(half, 'hal')
  const now = Date.now()
  const hour = 3_600_000
  expect(await store.sweep(new Date(now - hour))).toBe(0)
  expect(await store.sweep(new Date(now + hour))).toBe(1)
  await expect(stat(half)).rejects.toThrow('ENOENT')
  expect(textOf(await store.get(key))).toBe('whole')
  const untouched = folderStore(join(folder, 'nothing yet'))
  expect(await untouched.sweep(new Date())).toBe(0)
})

test('what is being written stands apart, where a sweep finds it', async () => {
  const doomed = folderStore(join(folder, 'doomed'))
  const key = newStorageKey()
  await mkdir(join(folder, 'doomed', key.slice(0, 2), key.slice(2, 4), key), { recursive: true })
  await expect(doomed.put(key, bytes('x'))).rejects.toThrow()
  expect(await readdir(join(folder, 'doomed', 'half'))).toEqual([])
})

test.each(['../../etc/passwd', 'a/b', '', 'Faktura.pdf', '0'.repeat(15)])(
  'takes no name for a key: %j',
  async (key) => {
    await expect(store.put(key, bytes('x'))).rejects.toThrow('not a key')
    await expect(store.get(key)).rejects.toThrow('not a key')
    await expect(store.delete(key)).rejects.toThrow('not a key')
  },
)
