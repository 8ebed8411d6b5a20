import { z } from 'zod'
import { refuse } from '../../../domain/refusal.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { id } from '../../../kernel/read/fields.ts'

export const linkDocumentInput = z.strictObject({
  documentId: id('Document'),
  invoiceId: id('Invoice'),
})

/** Puts a document that was kept with its client to the invoice that it is about. */
export async function linkDocument(
  unit: Unit,
  { documentId, invoiceId }: z.output<typeof linkDocumentInput>,
): Promise<Document> {
  const document = await unit.load(Document, documentId, '/documentId')
  const invoice = await unit.load(Invoice, invoiceId, '/invoiceId')
  const isElsewhere = document.invoiceId != null && document.invoiceId !== invoiceId
  const isOthers = document.clientId != null && document.clientId !== invoice.clientId
  if (isElsewhere || isOthers || document.ownerType === 'TENANT') {
    refuse('DOCUMENT_BELONGS_ELSEWHERE')
  }
  document.ownerType = 'INVOICE'
  document.ownerId = invoiceId
  document.invoiceId = invoiceId
  document.clientId = invoice.clientId
  document.debtorId = invoice.debtorId
  return document
}
