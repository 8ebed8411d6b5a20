import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { readByOwners } from '../../../domain/distribution/document.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Document } from '../../../entities/document.ts'
import { keptBytes, type KeptBytes } from '../../distribution/kept-bytes.ts'
import { refuseChanged, sha256Of } from '../../distribution/refuse-changed.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { frozenOf } from './keep-frozen.ts'
import { renderInvoice } from './render-invoice.ts'

export interface StoredBytes {
  bytes: Uint8Array
  storageKey: string
  /** It was made now, without its logotype, which cannot be drawn. */
  undrawn: boolean
}

/**
 * The bytes of a document. One of which only the data is frozen is rendered at the first request,
 * and is the same for all who come later.
 */
export async function bytesOf(
  runtime: Runtime,
  document: Document,
  frozen: FrozenInvoice | null,
): Promise<StoredBytes> {
  if (document.status === 'DELETED') {
    refuse('DOCUMENT_WITHOUT_FILE', { detail: 'It was withdrawn with the activation it was of.' })
  }
  const { documents } = runtime
  const storageKey = document.storageKey ?? keyOfFrozen(document)
  const there = await documents.get(storageKey)
  const { bytes, undrawn } =
    there === undefined
      ? await renderInvoice(runtime, frozen ?? refuse('DOCUMENT_WITHOUT_FILE'))
      : { bytes: there, undrawn: false }
  if (document.status === 'STORED') refuseChanged(bytes, document)
  if (there === undefined) await documents.put(storageKey, bytes)
  return { bytes, storageKey, undrawn }
}

function keyOfFrozen({ tenantId, id }: Document): string {
  return sha256Of(`${tenantId}/${id}`)
}

/** A file whose bytes are fetched or drawn when they are asked for, outside of any transaction. */
export interface DocumentFile {
  filename: string
  mimeType: string
  bytes: (outside: Runtime) => Promise<Uint8Array | KeptBytes>
}

/** The file of one document, as it is handed out. */
export async function fileOf(unit: Unit, id: string): Promise<DocumentFile> {
  const document = await unit.load(Document, id)
  refuseOwners(unit, document)
  const frozen = await frozenOf(unit, document)
  const { filename, mimeType } = document
  return {
    filename,
    mimeType,
    bytes: async (outside) =>
      (await storedOf(outside, document)) ?? (await bytesOf(outside, document, frozen)).bytes,
  }
}

/** What is there as it was stored need not be held. */
async function storedOf(outside: Runtime, document: Document) {
  const { status, storageKey = null } = document
  return status === 'STORED' && storageKey !== null
    ? keptBytes(outside, storageKey, document)
    : undefined
}

/** A file that is made of something is read by whoever may read that, too. */
function refuseOwners({ principal, scope }: Unit, { type }: Document): void {
  // Who paid stands in it.
  if (type === 'PAYMENT_FILE' && scope.hidesSenders === true) refuse('ACCESS_DENIED')
  const of = readByOwners[type]
  if (of === undefined || of.some((right) => principal.has(right))) return
  refuse('ACCESS_DENIED', { requiredRights: [...of], missingRights: [...of] })
}
