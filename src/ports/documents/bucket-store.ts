import { crashPoint } from '../process/crash-point.ts'
import type { Bucket } from './bucket.ts'
import { newStorageKey, refuseNoKey, type DocumentStore } from './documents.ts'
import { placing, type Places } from './places.ts'

const waiting = 'waits/'

/**
 * Documents as objects of a bucket, which every process reaches; one is whole or it is not there.
 * What is brought stands under another beginning until it is kept, where a sweep finds it.
 */
export function bucketStore(bucket: Bucket, places: Places): DocumentStore {
  const remove = (key: string) => bucket.delete(refuseNoKey(key))
  return {
    async put(key, bytes) {
      const put = bucket.put(refuseNoKey(key), bytes)
      crashPoint('file-half-written', () => [key])
      await put
    },
    async bring(bytes) {
      const waits = `${waiting}${newStorageKey()}`
      await bucket.put(waits, bytes)
      const half = {
        keep: (key: string) => bucket.copy(waits, refuseNoKey(key)),
        drop: () => bucket.delete(waits),
        pieces: () => bucket.pieces(waits),
      }
      return placing(half, places, remove)
    },
    get: (key) => bucket.get(refuseNoKey(key)),
    pieces: (key) => bucket.pieces(refuseNoKey(key)),
    delete: remove,
    async sweep(before) {
      return (await places.takeBack({ before }, remove)) + (await bucket.sweep(waiting, before))
    },
    async close() {
      await Promise.all([bucket.close(), places.close()])
    },
  }
}
