import type { InvoiceSent } from '../../domain/invoices/invoice-sent.ts'
import type { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import { remember } from '../../kernel/write/known.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { acceptForActivation } from './accept-for-activation.ts'
import { rememberCounts } from './row-counts.ts'
import { createInvoice, type InvoiceWithRows } from './create-invoice.ts'

export interface Submitted extends InvoiceWithRows {
  activation: InvoiceActivation | null
}

/** Creates an invoice, and accepts it for activation at once if its client's settings say so. */
export async function submitInvoice(unit: Unit, sent: InvoiceSent): Promise<Submitted> {
  const { invoice, articles, activateAs } = await createInvoice(unit, sent)
  rememberCounts(unit, invoice.id, articles)
  if (activateAs === null) {
    remember(unit, Invoice, invoice)
    return { invoice, articles, activation: null }
  }
  await unit.flush()
  const { activation } = await acceptForActivation(unit, invoice.id, { productCode: activateAs })
  return { invoice, articles, activation }
}
