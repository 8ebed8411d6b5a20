import { longerBy, retentionUntil } from '../../../domain/distribution/retention.ts'
import { refuse } from '../../../domain/refusal.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { retentionSettings } from '../../bookkeeping/settings.ts'

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
  const until = (await keptUntil(unit, [document])).get(id) ?? ''
  if (until >= (await unit.today())) {
    refuse('DOCUMENT_RETAINED', { detail: `It is kept until ${until}.` })
  }
  return document
}

/** What belongs to a booked invoice is kept as long as the invoice; what was withdrawn is of none. */
export async function keptUntil(
  unit: Unit,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, string>> {
  const kept = documents.filter(({ status }) => status !== 'DELETED')
  const [invoices, { accountingYears }] = await Promise.all([
    rowsOf(unit, Invoice, { id: kept.flatMap(({ invoiceId }) => invoiceId ?? []) }, [
      'id',
      'bookedDate',
      'invoiceDate',
    ]),
    settingsOfTenant(unit, retentionSettings),
  ])
  const booked = new Map(
    invoices.flatMap(({ id, bookedDate, invoiceDate }) =>
      bookedDate == null ? [] : [[id, retentionUntil(invoiceDate, accountingYears)] as const],
    ),
  )
  return new Map(
    kept.map(({ id, retentionUntil: own, invoiceId }) => {
      const ofItsOwn = own == null ? '' : longerBy(own, accountingYears)
      const ofInvoice = booked.get(invoiceId ?? '') ?? ''
      return [id, ofItsOwn > ofInvoice ? ofItsOwn : ofInvoice]
    }),
  )
}
