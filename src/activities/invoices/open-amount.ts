import { openOnDocument } from '../../domain/invoices/credit-links.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * The open amount of a booked claim in the currency of its document; negative for a credit note.
 */
export async function openAmountOf(unit: Unit, invoice: Invoice): Promise<bigint> {
  const { id, invoiceCurrency, baseCurrency, balance } = invoice
  if (invoiceCurrency === baseCurrency) return balance
  const open = openOnDocument(invoice, await unit.all(FinancialEvent, { claimId: id }))
  return balance < 0n ? -open : open
}
