import { documentKeyOf } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { Document } from '../../../entities/document.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The document of one activation, where it is made or frozen already. */
export function documentOfActivation(
  unit: Unit,
  invoiceId: string,
  activation: number,
): Promise<Document | null> {
  return unit.find(Document, { ownerId: invoiceId, sourceKey: documentKeyOf({ activation }) })
}
