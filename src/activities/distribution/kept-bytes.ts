import { createHash } from 'node:crypto'
import { refuse } from '../../domain/refusal.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { pieceBytes, type DocumentStore } from '../../ports/documents/documents.ts'
import { refuseChanged } from './refuse-changed.ts'

/** What a row says of the bytes that it names. */
interface Said {
  size: number
  sha256: string
}

/** Bytes that are read from the store while they are given. */
export interface KeptBytes extends Said {
  pieces(): AsyncIterable<Uint8Array>
}

/**
 * What the store has under a key, if anything; small ones whole. It is looked at before the first
 * byte is given, and again while it is: what somebody changes meanwhile breaks off before its end.
 */
export async function keptBytes(
  { documents, log }: Runtime,
  key: string,
  said: Said,
): Promise<Uint8Array | KeptBytes | undefined> {
  if (said.size <= pieceBytes) {
    const found = await documents.get(key)
    if (found !== undefined) refuseChanged(found, said)
    return found
  }
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of documents.pieces(key)) {
    size += piece.byteLength
    hash.update(piece)
  }
  if (size === 0) return undefined
  if (hash.digest('hex') !== said.sha256) return refuse('DOCUMENT_FILE_DIFFERS')
  const { sha256 } = said
  async function* pieces() {
    try {
      yield* unchanged(documents, key, said)
    } catch (error) {
      log.error({ err: error, sha256 }, 'a document was not given to its end')
      throw error
    }
  }
  return { size: said.size, sha256, pieces }
}

/** The last piece is given once it is known that all of them are as they were. */
async function* unchanged(
  documents: DocumentStore,
  key: string,
  said: Said,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const piece of documents.pieces(key)) {
    if (last !== undefined) yield last
    hash.update(piece)
    last = piece
  }
  if (hash.digest('hex') !== said.sha256) throw new Error('it is not what it was any more')
  if (last !== undefined) yield last
}
