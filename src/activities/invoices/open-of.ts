import { openOnDocument } from '../../domain/invoices/credit-links.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What is open of a booked claim in the currency of its document; of a credit note below zero. */
export async function openOf(unit: Unit, invoice: Invoice): Promise<bigint> {
  const { id, invoiceCurrency, baseCurrency, balance } = invoice
  if (invoiceCurrency === baseCurrency) return balance
  const open = openOnDocument(invoice, await unit.all(FinancialEvent, { claimId: id }))
  return balance < 0n ? -open : open
}
