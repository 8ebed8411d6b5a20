import { createHash } from 'node:crypto'
import type { Finding } from '../../../domain/payments/bank-file.ts'
import type { Document } from '../../../entities/document.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { Overstepped } from '../../../ports/apart/crew.ts'
import { Miscounted } from '../../../ports/apart/frames.ts'
import { Unreadable, type Streamed } from '../../../ports/apart/kinds.ts'

/**
 * What is read of a file while it comes from the store, or the one thing that keeps it from being
 * read at all.
 */
export async function readKept<T>(
  { documents }: Runtime,
  { storageKey, size, sha256 }: Document,
  read: (bytes: Streamed) => Promise<T>,
): Promise<T | Finding> {
  let sent = createHash('sha256')
  async function* pieces() {
    sent = createHash('sha256')
    for await (const piece of documents.pieces(storageKey ?? '')) {
      sent.update(piece)
      yield piece
    }
  }
  try {
    const found = await read({ byteLength: size, pieces })
    return sent.digest('hex') === sha256 ? found : unreadable('It is not what was sent any more')
  } catch (error) {
    if (error instanceof Miscounted) return unreadable('Its bytes are not there any more')
    if (error instanceof Unreadable) return unreadable(error.message)
    if (error instanceof Overstepped) return unreadable('It is larger or deeper than can be read')
    throw error
  }
}

const unreadable = (message: string): Finding => ({
  place: 'the file',
  code: 'UNREADABLE',
  message,
})
