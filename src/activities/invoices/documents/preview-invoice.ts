import {
  type FrozenInvoice,
  filenameOf,
} from '../../../domain/invoices/documents/frozen-invoice.ts'
import type { InvoiceChange, InvoiceSent } from '../../../domain/invoices/invoice-sent.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { InvoiceActivation } from '../../../entities/invoice-activation.ts'
import { createInvoice } from '../create-invoice.ts'
import { updateInvoice } from '../update-invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { DocumentFile } from './document-bytes.ts'
import { documentOfActivation } from './document-of-activation.ts'
import { freezeInvoice } from './freeze-invoice.ts'
import { frozenOf } from './keep-frozen.ts'
import { renderInvoice } from './render-invoice.ts'
import { withoutTrace } from '../../../kernel/write/without-trace.ts'

/** The document of an invoice that is not created yet. */
export async function previewNewInvoice(unit: Unit, sent: InvoiceSent): Promise<DocumentFile> {
  const frozen = await withoutTrace(unit, async (shadow) => {
    const { invoice } = await createInvoice(shadow, sent)
    await shadow.flush()
    return frozenAsItIs(shadow, invoice)
  })
  return rendered(frozen)
}

/**
 * The document that an invoice would have, were it changed like this and activated now. Once it is
 * booked that is the one it has, as it was frozen, with what may still change.
 */
export async function previewInvoice(
  unit: Unit,
  invoiceId: string,
  changes: InvoiceChange,
): Promise<DocumentFile> {
  await unit.load(Invoice, invoiceId)
  const frozen = await withoutTrace(unit, async (shadow) => {
    if (Object.keys(changes).length > 0) await updateInvoice(shadow, invoiceId, changes)
    await shadow.flush()
    const invoice = await shadow.load(Invoice, invoiceId)
    const frozen = await frozenAtBooking(shadow, invoice)
    if (frozen === null) return frozenAsItIs(shadow, invoice)
    return changes.references === undefined
      ? frozen
      : { ...frozen, references: { ...invoice.references } }
  })
  return rendered(frozen)
}

/** Its document has it where that is made when somebody asks, else its activation. */
async function frozenAtBooking(unit: Unit, invoice: Invoice): Promise<FrozenInvoice | null> {
  const { id: invoiceId, activationNumber: number, bookedDate } = invoice
  if (bookedDate == null) return null
  const activation = await unit.find(InvoiceActivation, { invoiceId, number })
  if (activation?.frozen != null) return frozenOf(unit, activation)
  const document = await documentOfActivation(unit, invoiceId, number)
  return document === null ? null : frozenOf(unit, document)
}

function frozenAsItIs(unit: Unit, invoice: Invoice): Promise<FrozenInvoice> {
  return freezeInvoice(unit, invoice, { number: invoice.activationNumber })
}

function rendered(frozen: FrozenInvoice): DocumentFile {
  const bytes: DocumentFile['bytes'] = async (outside) =>
    (await renderInvoice(outside, frozen, 'PREVIEW')).bytes
  return { filename: filenameOf(frozen), mimeType: 'application/pdf', bytes }
}
