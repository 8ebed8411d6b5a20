import { randomBytes } from 'node:crypto'

/** Where the bytes of documents are kept. A key says nothing of what is behind it. */
export interface DocumentStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Writes bytes that nobody finds yet, those of a stream as they come; what is neither kept nor
   * dropped is swept up, and of a stream that breaks nothing stays.
   */
  bring(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Brought>
  get(key: string): Promise<Uint8Array | undefined>
  /** The same piece by piece; of what is not there, none. */
  pieces(key: string): AsyncIterable<Uint8Array>
  delete(key: string): Promise<void>
  /** Removes what writes that never ended have left behind since before then; how much it was. */
  sweep(before: Date): Promise<number>
  close?(): Promise<void>
}

/** A statement of the transaction in which the row is written that names what is kept. */
export type Say = (text: string, values: unknown[]) => Promise<unknown>

/** Bytes that are written, and get their place at once. */
export interface Brought {
  /** Their place is theirs once that transaction is committed; if it never is, they are swept up. */
  keep(key: string, say: Say): Promise<void>
  /** After that transaction: nothing, if it was committed. */
  drop(): Promise<void>
  /** Until they are kept. */
  pieces(): AsyncIterable<Uint8Array>
}

/** By which a folder or a bucket is known; of a disk it goes when that does. */
export const markOfShelf = 'store-id'

/** What is written, and read, at a time of what is too large to hold. */
export const pieceBytes = 256 * 1024

/** The same bytes in pieces of that size, of which the last may be smaller; one at least. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let piece = Buffer.allocUnsafe(pieceBytes)
  let filled = 0
  let isFirst = true
  for await (const some of bytes) {
    for (let at = 0; at < some.byteLength;) {
      const part = some.subarray(at, at + pieceBytes - filled)
      piece.set(part, filled)
      at += part.byteLength
      filled += part.byteLength
      if (filled < pieceBytes) continue
      yield piece
      isFirst = false
      // Whoever took it may have it still.
      piece = Buffer.allocUnsafe(pieceBytes)
      filled = 0
    }
  }
  if (filled > 0 || isFirst) yield piece.subarray(0, filled)
}

/** A new key: chance alone, so that no name of anybody's ever becomes a path. */
export function newStorageKey(): string {
  return randomBytes(20).toString('hex')
}

const keyShape = /^[0-9a-f]{16,64}$/

export function refuseNoKey(key: string): string {
  if (!keyShape.test(key)) throw new Error('not a key of a document')
  return key
}

/** For what is only tried: it reads what is there, and neither keeps nor deletes anything. */
export const untouched = (documents: DocumentStore): DocumentStore => ({
  ...documents,
  put: async (key) => void refuseNoKey(key),
  bring: broughtNowhere,
  delete: async (key) => void refuseNoKey(key),
  sweep: async () => 0,
})

/** What breaks or is refused on its way is so here as well. */
async function broughtNowhere(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Brought> {
  const isWhole = bytes instanceof Uint8Array
  if (!isWhole) for await (const _ of bytes);
  return {
    keep: async (key) => void refuseNoKey(key),
    drop: async () => undefined,
    async *pieces() {
      if (!isWhole) throw new Error('what is only tried is read no second time')
      yield bytes
    },
  }
}
