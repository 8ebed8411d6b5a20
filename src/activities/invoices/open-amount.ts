import { openOnDocument } from '../../domain/invoices/credit-links.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * The open amount of a booked claim in the currency of its document; negative for a credit note.
 */
export async function openAmountOf(unit: Unit, invoice: Invoice): Promise<bigint> {
  return (await openAmountsOf(unit, [invoice]))(invoice)
}

/** The same of many. */
export async function openAmountsOf(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<(invoice: Invoice) => bigint> {
  const foreign = invoices.filter((each) => each.invoiceCurrency !== each.baseCurrency)
  const ids = foreign.map(({ id }) => id)
  const events =
    ids.length === 0 ? [] : await unit.readEach(FinancialEvent, 'claim_id = any($2)', [ids])
  const byClaim = Map.groupBy(events, ({ claimId }) => claimId)
  return (invoice) => {
    const { id, balance } = invoice
    if (!foreign.includes(invoice)) return balance
    const open = openOnDocument(invoice, byClaim.get(id) ?? [])
    return balance < 0n ? -open : open
  }
}
