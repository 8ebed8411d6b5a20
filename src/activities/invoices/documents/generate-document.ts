import { Document } from '../../../entities/document.ts'
import { sha256Of } from '../../distribution/refuse-changed.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { leaveUndrawn } from './leave-undrawn.ts'
import { bytesOf, type StoredBytes } from './document-bytes.ts'
import { frozenOf } from './keep-frozen.ts'

/** Makes the file of a document without one; an existing file is kept. */
export async function generateDocument(unit: Unit, id: string): Promise<Document> {
  const waiting = await unit.load(Document, id)
  const frozen = await frozenOf(unit, waiting)
  const file = await unit.apart((outside) => bytesOf(outside, waiting, frozen))
  const document = await unit.load(Document, id)
  if (document.status !== 'STORED') keepFile(document, file)
  if (file.undrawn && frozen !== null) await leaveUndrawn(unit, [frozen])
  return document
}

/** From now on the document is this file. */
export function keepFile(document: Document, { bytes, storageKey }: StoredBytes): void {
  document.storageKey = storageKey
  document.size = bytes.byteLength
  document.sha256 = sha256Of(bytes)
  document.status = 'STORED'
}
