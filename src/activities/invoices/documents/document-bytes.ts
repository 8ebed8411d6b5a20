import { createHash } from 'node:crypto'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Document } from '../../../entities/document.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { renderInvoice } from './render-invoice.ts'

/**
 * The bytes of a document. One of which only the data is frozen is rendered at the first request,
 * and is the same for all who come later.
 */
export async function bytesOf(
  { documents }: Runtime,
  document: Document,
): Promise<{ bytes: Uint8Array; storageKey: string }> {
  if (document.status === 'DELETED') {
    refuse('DOCUMENT_WITHOUT_FILE', { detail: 'It was withdrawn with the activation it was of.' })
  }
  const storageKey = document.storageKey ?? keyOfFrozen(document)
  const there = await documents.get(storageKey)
  if (there !== undefined) return { bytes: there, storageKey }
  if (document.frozen == null) return refuse('DOCUMENT_WITHOUT_FILE')
  const bytes = await renderInvoice(documents, document.frozen as unknown as FrozenInvoice)
  await documents.put(storageKey, bytes)
  return { bytes, storageKey }
}

function keyOfFrozen({ tenantId, id }: Document): string {
  return createHash('sha256').update(`${tenantId}/${id}`).digest('hex')
}

export interface DocumentFile {
  filename: string
  mimeType: string
  bytes: Uint8Array
}

/** The file of one document, as it is handed out. */
export async function fileOf(unit: Unit, id: string): Promise<DocumentFile> {
  const document = await unit.load(Document, id)
  const { bytes } = await bytesOf(unit.runtime, document)
  return { filename: document.filename, mimeType: document.mimeType, bytes }
}
