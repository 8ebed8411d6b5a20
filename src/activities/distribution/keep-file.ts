import { createHash } from 'node:crypto'
import type { Document } from '../../entities/document.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { sha256Of } from './refuse-changed.ts'

/** What a document says of its bytes. */
export type Kept = Pick<Document, 'size' | 'sha256'> & { storageKey: string }

/**
 * Puts bytes that the platform made in the store: without a connection, before anything is changed.
 * Made once more of the same, they lie in the same place.
 */
export async function keepFile(unit: Unit, of: string, bytes: Uint8Array): Promise<Kept> {
  const sha256 = sha256Of(bytes)
  const storageKey = createHash('sha256').update(`${unit.tenantId}/${of}/${sha256}`).digest('hex')
  await unit.apart(({ documents }) => documents.put(storageKey, bytes))
  return { size: bytes.byteLength, sha256, storageKey }
}
