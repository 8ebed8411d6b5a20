import type { FinancialEventType } from '../../domain/bookkeeping/ledger.ts'
import { amountsOf, plus, type ClaimEvent } from '../../domain/invoices/claim-amounts.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Adds the events of this claim to its stored amounts; events of other claims are ignored. */
export function applyToInvoice(
  unit: Unit,
  invoice: Invoice,
  events: readonly FinancialEvent[],
): void {
  const own = events.filter(({ claimId }) => claimId === invoice.id)
  const isCredit = invoice.type === 'CREDIT_INVOICE'
  unit.update(Invoice, invoice, plus(invoice, amountsOf(isCredit, own.map(asClaimEvent))))
}

/** A reversal counts as what it reverses. */
export function asClaimEvent({ type, component, amount, facts }: FinancialEvent): ClaimEvent {
  const of = type === 'REVERSAL' ? (facts['reverses'] as FinancialEventType) : type
  return { type, component: component ?? null, amount, of }
}
