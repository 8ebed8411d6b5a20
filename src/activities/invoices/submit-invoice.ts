import type { InvoiceSent } from '../../domain/invoices/invoice-sent.ts'
import type { InvoiceActivation } from '../../entities/invoice-activation.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { acceptForActivation, presentActivation } from './accept-for-activation.ts'
import { createInvoice, type InvoiceWithRows } from './create-invoice.ts'

export interface Submitted extends InvoiceWithRows {
  activation: InvoiceActivation | null
}

/** Creates an invoice, and accepts it for activation at once if its client's settings say so. */
export async function submitInvoice(unit: Unit, sent: InvoiceSent): Promise<Submitted> {
  const { invoice, articles, activateAs } = await createInvoice(unit, sent)
  if (activateAs === null) return { invoice, articles, activation: null }
  await unit.flush()
  await acceptForActivation(unit, invoice.id, { productCode: activateAs })
  await unit.flush()
  return { invoice, articles, activation: await presentActivation(unit, invoice) }
}
