import { refuse } from '../../domain/refusal.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { presentActivation, startActivation } from './accept-for-activation.ts'

/** An activation that stopped goes on from the step in which it did, before or after booking. */
export async function retryActivation(unit: Unit, invoiceId: string): Promise<Invoice> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  if (invoice.activationNumber === 0) refuse('ACTIVATION_NOT_FAILED')
  const activation = await presentActivation(unit, invoice)
  if (activation.status !== 'FAILED') {
    refuse('ACTIVATION_NOT_FAILED', { detail: `The activation is ${activation.status}.` })
  }
  activation.status = 'WAITING'
  startActivation(unit, activation)
  return invoice
}
