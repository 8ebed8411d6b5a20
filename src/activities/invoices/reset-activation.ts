import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { refuse } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { documentOfActivation } from './documents/document-of-activation.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { activationKey, presentActivation } from './accept-for-activation.ts'
import { errandKeyOf } from './fail-activation.ts'

/** Resets an invoice that is not booked yet to CREATED, and ends its process. */
export async function resetActivation(unit: Unit, invoiceId: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  if (invoice.bookedDate != null) {
    refuse('INVOICE_NOT_RESETTABLE', { detail: `It was booked on ${invoice.bookedDate}.` })
  }
  invoice.mainStatus = lifeOfInvoice.move(invoice.mainStatus, 'reset')
  invoice.productCode = null
  const activation = await presentActivation(unit, invoice)
  const key = activationKey(activation)
  if (activation.status !== 'HELD') unit.signal('activateInvoice', activation.id, 'closed', key)
  const document = await documentOfActivation(unit, invoiceId, activation.number)
  // The document was never sent, and may name another debtor than the final one.
  if (document !== null) Object.assign(document, { status: 'DELETED', debtorId: null })
  activation.status = 'WITHDRAWN'
  activation.endedAt = unit.now
  await settleErrand(unit, errandKeyOf(activation), 'The activation was reset.')
  return invoice
}
