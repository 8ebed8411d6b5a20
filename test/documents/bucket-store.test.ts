import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { saysAway } from '../../src/domain/passing.ts'
import { bucketAt } from '../../src/ports/documents/bucket.ts'
import { bucketStore } from '../../src/ports/documents/bucket-store.ts'
import { newStorageKey } from '../../src/ports/documents/documents.ts'
import { placesAt } from '../../src/ports/documents/places.ts'
import { bucketServer } from '../support/bucket-server.ts'
import { world } from '../support/world.ts'

// What all stores have in common is in kept-with-the-row.test.ts.

const at = await world()
const server = await bucketServer()
const reason = 'reason' in server ? server.reason : undefined
if ('variables' in server) Object.assign(process.env, server.variables)
const place = 'bucket' in server ? `${server.bucket}/of one/installation` : ''
const bucket = bucketAt(place)
const store = bucketStore(bucket, placesAt(at.installed.runUrl))
afterAll(async () => {
  await store.close?.()
  if ('stop' in server) await server.stop()
})
beforeEach((context) => {
  if (reason !== undefined) context.skip(reason)
})

const bytes = (text: string) => new TextEncoder().encode(text)
async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
const textOf = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found)
const later = () => new Date(Date.now() + 3_600_000)

test('gives back what was put, and nothing that was not', async () => {
  const key = newStorageKey()
  expect(await store.get(key)).toBeUndefined()
  await store.put(key, bytes('one'))
  await store.put(key, bytes('two'))
  expect(textOf(await store.get(key))).toBe('two')
  await store.delete(key)
  await store.delete(key)
  expect(await store.get(key)).toBeUndefined()
})

test('gives piece by piece what is too large to hold, and nothing of what is not there', async () => {
  const key = newStorageKey()
  const large = Buffer.alloc(3_000_000, 'abc')
  await store.put(key, large)
  const pieces = await allOf(store.pieces(key))
  expect(pieces.length).toBeGreaterThan(2)
  expect(Buffer.concat(pieces).equals(large)).toBe(true)
  await store.delete(key)
  expect(await allOf(store.pieces(key))).toEqual([])
})

async function* breaking(after: number) {
  for (let n = 0; n < after; n++) yield Buffer.alloc(1_000_000, n)
  throw new Error('the caller hung up')
}

test('of what breaks on its way nothing stays', async () => {
  for (const after of [0, 1, 12]) {
    await expect(store.bring(breaking(after))).rejects.toThrow('the caller hung up')
  }
  expect(await store.sweep(later())).toBe(0)
})

test('what came in many parts is whole', async () => {
  async function* parts() {
    for (let n = 0; n < 23; n++) yield Buffer.alloc(700_000, n)
  }
  const brought = await store.bring(parts())
  const wanted = Buffer.concat(await allOf(parts()))
  expect(Buffer.concat(await allOf(brought.pieces())).equals(wanted)).toBe(true)
  await brought.drop()
  expect(await store.sweep(later())).toBe(0)
})

test('of a bucket that others have too only what is ours is swept', async () => {
  const whole = bucketAt(place.split('/')[0]!)
  await whole.put('waits/of somebody else', bytes('theirs'))
  await store.bring(bytes('dropped by nobody'))
  expect(await store.sweep(new Date(Date.now() - 3_600_000))).toBe(0)
  expect(await store.sweep(later())).toBe(1)
  expect(textOf(await whole.get('waits/of somebody else'))).toBe('theirs')
  await whole.delete('waits/of somebody else')
  await whole.close()
})

describe('what is an operator’s to mend is waited for:', () => {
  const isAway = expect.toSatisfy((error: Error & { code: string }) =>
    saysAway(error.code, error.message),
  )

  test('a bucket that is not there', async () => {
    const nowhere = bucketAt('no-such-bucket')
    await expect(nowhere.get(newStorageKey())).rejects.toEqual(isAway)
    await expect(nowhere.put(newStorageKey(), bytes('x'))).rejects.toEqual(isAway)
    await nowhere.close()
  })

  test('a server that is not there', async () => {
    const before = process.env['AWS_ENDPOINT_URL_S3']
    process.env['AWS_ENDPOINT_URL_S3'] = 'http://127.0.0.1:9'
    const nowhere = bucketAt(place)
    const asked = nowhere.get(newStorageKey())
    await expect(asked).rejects.toEqual(isAway)
    process.env['AWS_ENDPOINT_URL_S3'] = before
    await nowhere.close()
  })
})

test('takes no name for a key', async () => {
  for (const name of ['../../etc/passwd', 'a/b', '', 'Faktura.pdf']) {
    expect(() => store.get(name)).toThrow('not a key')
    await expect(store.put(name, bytes('x'))).rejects.toThrow('not a key')
    expect(() => store.delete(name)).toThrow('not a key')
  }
})
