import { platform } from '../../../domain/access/principal.ts'
import {
  documentKeyOf,
  isCredit,
  type FrozenInvoice,
  filenameOf,
} from '../../../domain/invoices/documents/frozen-invoice.ts'
import { Document } from '../../../entities/document.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { sha256Of } from '../../distribution/refuse-changed.ts'
import { keepFrozen } from './keep-frozen.ts'
import { renderInvoice } from './render-invoice.ts'

/** Bytes that are in the store. */
export interface StoredFile {
  storageKey: string
  size: number
  sha256: string
  /** It is made without its logotype, which cannot be drawn. */
  undrawn: boolean
}

/** Renders, stores and adds the document of one activation; done twice, it is there once. */
export async function produceInvoiceDocument(
  task: { runtime: Runtime; now: Date; workflowId?: string },
  frozen: FrozenInvoice,
): Promise<string> {
  const file = await storeInvoiceFile(task.runtime, frozen)
  const as = platform(frozen.tenantId, 'documents')
  return inUnit(task.runtime, as, task, async (unit) => {
    const [document] = await addInvoiceDocuments(unit, [{ frozen, file }])
    return (document as Document).id
  })
}

/**
 * Renders and stores, outside of any transaction; nothing for a document that is made when somebody
 * asks. The key follows from what is stored, so that a second try writes the same file again.
 */
export async function storeInvoiceFile(
  runtime: Runtime,
  frozen: FrozenInvoice,
): Promise<StoredFile | null> {
  if (frozen.produce === 'ON_DEMAND') return null
  const { bytes, undrawn } = await renderInvoice(runtime, frozen)
  const sha256 = sha256Of(bytes)
  const { tenantId, invoiceId, activation } = frozen
  const storageKey = sha256Of(`${tenantId}/invoice/${invoiceId}/${activation}/${sha256}`)
  await runtime.documents.put(storageKey, bytes)
  return { storageKey, size: bytes.byteLength, sha256, undrawn }
}

export interface InvoiceFile {
  frozen: FrozenInvoice
  file: StoredFile | null
}

/** The documents' rows, each once an activation. */
export async function addInvoiceDocuments(
  unit: Unit,
  list: readonly InvoiceFile[],
): Promise<Document[]> {
  const ownerIds = list.map(({ frozen }) => frozen.invoiceId)
  const keys = list.map(({ frozen }) => documentKeyOf(frozen))
  const there = await unit.all(Document, { ownerId: { $in: ownerIds }, sourceKey: { $in: keys } })
  const known = Map.groupBy(there, ({ ownerId }) => ownerId)
  return list.map(({ frozen, file }) => {
    const key = documentKeyOf(frozen)
    const made = known.get(frozen.invoiceId)?.find(({ sourceKey }) => sourceKey === key)
    return made ?? addInvoiceDocument(unit, frozen, file)
  })
}

/** One that is known not to be there. */
export function addInvoiceDocument(
  unit: Unit,
  frozen: FrozenInvoice,
  file: StoredFile | null,
): Document {
  return unit.insert(Document, {
    type: isCredit(frozen) ? 'CREDIT_INVOICE' : 'INVOICE',
    ownerType: 'INVOICE',
    ownerId: frozen.invoiceId,
    clientId: frozen.clientId,
    debtorId: frozen.debtorId,
    invoiceId: frozen.invoiceId,
    filename: filenameOf(frozen),
    mimeType: 'application/pdf',
    language: frozen.language,
    size: file?.size ?? 0,
    sha256: file?.sha256 ?? '',
    storageKey: file?.storageKey ?? null,
    ...(file === null && keepFrozen(unit, frozen)),
    status: file === null ? 'FROZEN' : 'STORED',
    sourceKey: documentKeyOf(frozen),
    retentionUntil: frozen.retentionUntil,
    createdBy: unit.principal.id,
  })
}
