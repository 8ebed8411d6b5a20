import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addFile } from '../../src/activities/distribution/add-file.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { Document } from '../../src/entities/document.ts'
import { inUnit, inUnitsUndone } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { clientOf } from '../../src/ports/database/connect.ts'
import { arrive } from '../../src/ports/documents/arrived.ts'
import { bucketAt } from '../../src/ports/documents/bucket.ts'
import { bucketStore } from '../../src/ports/documents/bucket-store.ts'
import { databaseStore } from '../../src/ports/documents/database-store.ts'
import {
  newStorageKey,
  type Brought,
  type DocumentStore,
} from '../../src/ports/documents/documents.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { placesAt } from '../../src/ports/documents/places.ts'
import { bucketServer, type BucketServer } from '../support/bucket-server.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const url = at.installed.runUrl
const folder = await mkdtemp(join(tmpdir(), 'receivables-kept-'))
const inDatabase = databaseStore(url)
const inFolder = folderStore(folder, placesAt(url))
const server = await bucketServer()
if ('variables' in server) Object.assign(process.env, server.variables)
const bucket = bucketAt('bucket' in server ? server.bucket : 'none')
const inBucket = bucketStore(bucket, placesAt(url))
afterAll(async () => {
  await Promise.all([inDatabase, inFolder, inBucket].map((store) => store.close?.()))
  if ('stop' in server) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const hour = 3_600_000
const later = () => new Date(Date.now() + hour)

/** How many there are, with all that waits for its place or its row. */
async function all(store: DocumentStore): Promise<number> {
  if (store === inDatabase) {
    return (await at.owner('select count(*)::int as n from document_file'))[0]?.['n'] as number
  }
  const [row] = await at.owner('select count(*)::int as n from document_place')
  return (row?.['n'] as number) + (await (store === inFolder ? files() : objects()))
}

async function files(): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((each) => each.isFile()).length
}

async function objects(): Promise<number> {
  const client = new S3Client({ forcePathStyle: true })
  const listed = await client.send(
    new ListObjectsV2Command({ Bucket: (server as BucketServer).bucket }),
  )
  client.destroy()
  return listed.Contents?.length ?? 0
}

async function* coming() {
  for (let n = 0; n < 10; n++) yield Buffer.alloc(100_000, 'abc')
}

/** Begun and kept, as a unit does; what becomes of it is said by the test. */
async function underWay({ keep }: Brought, key: string) {
  const client = clientOf(url)
  await client.connect()
  await client.query('begin')
  await client.query('savepoint work')
  await keep(key, async (text, values) => (await client.query(text, values)).rows)
  return client
}

describe.each([
  ['the database', inDatabase],
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('a file in %s', (_, store) => {
  beforeEach((context) => {
    if (store === inBucket && 'reason' in server) context.skip(server.reason)
  })

  test('is there with the commit, and stays', async () => {
    const key = newStorageKey()
    const brought = await store.bring(coming())
    const client = await underWay(brought, key)
    await client.query('commit')
    await client.end()
    await brought.drop()
    expect(await store.sweep(later())).toBe(0)
    expect((await store.get(key))?.byteLength).toBe(1_000_000)
    await store.delete(key)
    expect(await all(store)).toBe(0)
  })

  test.each(['rollback', 'rollback to savepoint work; commit'])('goes with %s', async (end) => {
    const key = newStorageKey()
    const brought = await store.bring(coming())
    const client = await underWay(brought, key)
    await client.query(end)
    await client.end()
    await brought.drop()
    expect(await store.get(key)).toBeUndefined()
    expect(await all(store)).toBe(0)
  })

  test('is swept up where whoever kept it died before the commit', async () => {
    const key = newStorageKey()
    const client = await underWay(await store.bring(coming()), key)
    const [row] = (await client.query('select pg_backend_pid() as pid')).rows
    await at.owner('select pg_terminate_backend($1)', [row.pid])
    await client.end().catch(() => undefined)
    expect(await store.sweep(new Date(Date.now() - hour))).toBe(0)
    expect(await all(store)).toBeGreaterThan(0)
    expect(await store.sweep(later())).toBeGreaterThan(0)
    expect(await store.get(key)).toBeUndefined()
    expect(await all(store)).toBe(0)
  })

  test('is dropped by who waits for a commit that is under way, and is not', async () => {
    const key = newStorageKey()
    const brought = await store.bring(coming())
    const client = await underWay(brought, key)
    const dropped = brought.drop()
    await client.query('commit')
    await client.end()
    await dropped
    expect((await store.get(key))?.byteLength).toBe(1_000_000)
    await store.delete(key)
    expect(await all(store)).toBe(0)
  })

  test('is none of what is only tried', async () => {
    const runtime = { ...at.runtime, documents: store }
    const as = platform(tenant.id, 'test')
    const owner = { ownerType: 'TENANT', ownerId: tenant.id } as const
    const nobodys = { clientId: null, debtorId: null, invoiceId: null }
    let drop = async () => {}
    const verb = async (unit: Unit) => {
      const brought = await unit.apart(({ documents }) => arrive(documents, coming()))
      drop = () => brought.drop()
      const sent = { filename: 'a.txt', content: '', brought }
      const { id, size } = await addFile(unit, 'ATTACHMENT', { ...owner, ...nobodys }, sent)
      return { id, size }
    }
    const rows = () => inUnit(runtime, as, {}, (unit) => unit.all(Document, {}))
    const before = (await rows()).length
    const tried = await inUnitsUndone(runtime, as, {}, (attempt) => attempt(verb))
    expect(tried.size).toBe(1_000_000)
    expect([await all(store), (await rows()).length]).toEqual([0, before])
    const done = await inUnit(runtime, as, {}, verb)
    await drop()
    expect([done.size, (await rows()).length]).toEqual([1_000_000, before + 1])
    expect(await all(store)).toBe(1)
    const [row] = await at.owner('select storage_key from document where id = $1', [done.id])
    await store.delete(String(row?.['storage_key']))
  })
})
