import { createHash } from 'node:crypto'
import { Document } from '../../../entities/document.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bytesOf } from './document-bytes.ts'

/** Makes the file of a document without one; an existing file is kept. */
export async function generateDocument(unit: Unit, id: string): Promise<Document> {
  const document = await unit.load(Document, id)
  const { bytes, storageKey } = await bytesOf(unit.runtime, document)
  if (document.status === 'STORED') return document
  document.storageKey = storageKey
  document.size = bytes.byteLength
  document.sha256 = createHash('sha256').update(bytes).digest('hex')
  document.status = 'STORED'
  return document
}
