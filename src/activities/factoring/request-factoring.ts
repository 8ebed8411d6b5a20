import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { FactoringDecision } from '../../entities/factoring-decision.ts'
import { Invoice } from '../../entities/invoice.ts'
import { refuseBlocked } from '../debtors/blocked.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addToHistory } from './add-to-history.ts'
import { subStatusOf } from './sub-status-of.ts'

/** Nothing but the version that a caller may expect. */
export const requestFactoringInput = z.strictObject({}).prefault({})

/**
 * Requests financing of an invoice. Of several simultaneous callers one succeeds, the others are
 * refused.
 */
export async function requestFactoring(unit: Unit, invoiceId: string): Promise<FactoringDecision> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  // What was denied once may be asked for again: what spoke against it may be gone.
  if (invoice.mainStatus === 'DENIED_FINANCING') {
    invoice.mainStatus = 'ACTIVATED'
  }
  refuseUnlessService(invoice)
  const debtor = await unit.load(Debtor, invoice.debtorId)
  await refuseBlocked(unit, debtor, 'FACTORING')
  if (invoice.financingStatus === 'REQUESTED') refuse('DECISION_OPEN')
  invoice.financingStatus = 'REQUESTED'
  const decision = unit.add(FactoringDecision, {
    invoiceId,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    systemDebtorId: debtor.systemDebtorId ?? null,
    status: 'PENDING',
    subStatusId: await subStatusOf(unit, 'PENDING'),
    amount: invoice.balance,
    currency: invoice.baseCurrency,
    reserved: 0n,
    serviceProviderCode: invoice.serviceProviderCode ?? null,
    reasonCodes: [],
    comment: '',
    criteria: [],
    history: [],
    requestedBy: unit.principal.id,
    requestedAt: unit.now,
  })
  addToHistory(unit, decision)
  unit.start('factoringDecision', decision.id, { RxClient: decision.clientId })
  return decision
}

export function refuseUnlessService(invoice: Invoice): void {
  if (invoice.mainStatus !== 'ACTIVATED') {
    refuse('INVOICE_NOT_ACTIVATED', { detail: `The invoice is ${invoice.mainStatus}.` })
  }
  if (invoice.productCode !== 'INVOICE_SERVICE') {
    refuse('INVOICE_NOT_SERVICE', { detail: `Its product is ${invoice.productCode}.` })
  }
  if (invoice.type === 'CREDIT_INVOICE' || invoice.balance <= 0n) {
    refuse('INVOICE_NOT_FINANCEABLE')
  }
}
