import { lifeOfActivation } from '../../domain/invoices/transitions.ts'
import { refuse } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { presentActivation, startActivation } from './accept-for-activation.ts'

/** Resumes a stopped activation from the step in which it stopped. */
export async function retryActivation(unit: Unit, invoiceId: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  if (invoice.activationNumber === 0) refuse('ACTIVATION_NOT_FAILED')
  const activation = await presentActivation(unit, invoice)
  activation.status = lifeOfActivation.move(activation.status, 'retry')
  startActivation(unit, activation)
  return invoice
}
