import { z } from 'zod'
import { refuse } from '../../../domain/refusal.ts'
import type { Document } from '../../../entities/document.ts'
import { InvoiceActivation } from '../../../entities/invoice-activation.ts'
import { exampleId } from '../../../entities/ids.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { documentOfActivation } from './document-of-activation.ts'
import { frozenOf } from './keep-frozen.ts'
import { leaveUndrawn } from './leave-undrawn.ts'
import { addInvoiceDocuments, storeInvoiceFile } from './produce-document.ts'
import { id } from '../../../kernel/read/fields.ts'

export const makeInvoiceDocumentInput = z.strictObject({
  invoiceId: id('Invoice').meta({ example: exampleId('Invoice', 'activated') }),
})

/** The document of a booked invoice, from what was frozen when it was activated; there is but one. */
export async function makeInvoiceDocument(
  unit: Unit,
  { invoiceId }: z.output<typeof makeInvoiceDocumentInput>,
): Promise<Document> {
  const invoice = await unit.load(Invoice, invoiceId, '/invoiceId')
  const number = invoice.activationNumber
  if (invoice.bookedDate == null) return refuse('INVOICE_NOT_ACTIVATED')
  const there = await documentOfActivation(unit, invoiceId, number)
  if (there !== null) return there
  const activation = await unit.find(InvoiceActivation, { invoiceId, number })
  const frozen = activation === null ? null : await frozenOf(unit, activation)
  if (frozen === null) return refuse('INVOICE_NOT_ACTIVATED')
  const file = await unit.apart((outside) => storeInvoiceFile(outside, frozen))
  const [document] = await addInvoiceDocuments(unit, [{ frozen, file }])
  if (file?.undrawn === true) await leaveUndrawn(unit, [frozen])
  return document as Document
}
