import { createHash } from 'node:crypto'
import { isText, type FileSeen } from '../../domain/distribution/file-kind.ts'
import type { Brought, DocumentStore } from './documents.ts'

/** Bytes that were brought, and what was seen of them on their way. */
export interface Arrived extends Brought, FileSeen {
  size: number
  sha256: string
}

/** Enough to know what a file is. */
const begunBytes = 6 * 1024

/** Into the store as it comes: of a stream that breaks, or becomes too large, nothing stays. */
export async function arrive(
  documents: DocumentStore,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  refuseLarger: (size: number) => void = () => undefined,
): Promise<Arrived> {
  const hash = createHash('sha256')
  let begun = Buffer.alloc(0)
  let size = 0
  let areText = true
  const look = (piece: Uint8Array): void => {
    size += piece.byteLength
    refuseLarger(size)
    hash.update(piece)
    areText &&= isText(piece)
    if (begun.byteLength < begunBytes) begun = Buffer.concat([begun, piece.slice(0, begunBytes)])
  }
  async function* looked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of pieces) {
      look(piece)
      yield piece
    }
  }
  const isWhole = bytes instanceof Uint8Array
  if (isWhole) look(bytes)
  const brought = await documents.bring(isWhole ? bytes : looked(bytes))
  const seen = { begun: begun.subarray(0, begunBytes), isText: areText }
  return { ...brought, size, sha256: hash.digest('hex'), ...seen }
}
