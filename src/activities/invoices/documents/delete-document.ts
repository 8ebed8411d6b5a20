import { retentionUntil } from '../../../domain/distribution/retention.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * Deletes a document and its bytes, once the law no longer wants it kept. The bytes go first: what
 * fails after that leaves a row to delete again.
 */
export async function deleteDocument(unit: Unit, id: string): Promise<void> {
  const { storageKey } = await noLongerKept(unit, id)
  if (storageKey != null) await unit.apart(({ documents }) => documents.delete(storageKey))
  unit.remove(await noLongerKept(unit, id))
}

async function noLongerKept(unit: Unit, id: string): Promise<Document> {
  const document = await unit.load(Document, id)
  const until = await keptUntil(unit, document)
  if (until >= (await unit.today())) {
    refuse('DOCUMENT_RETAINED', { detail: `It is kept until ${until}.` })
  }
  return document
}

/** What belongs to a booked invoice is kept as long as the invoice; what was withdrawn is of none. */
async function keptUntil(
  unit: Unit,
  { retentionUntil: own, invoiceId, status }: Document,
): Promise<string> {
  if (status === 'DELETED') return ''
  const invoice = invoiceId == null ? null : await unit.find(Invoice, { id: invoiceId })
  const booked = invoice?.bookedDate == null ? '' : retentionUntil(invoice.invoiceDate)
  return [own ?? '', booked].toSorted().at(-1) as string
}
