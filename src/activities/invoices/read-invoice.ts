import { Article } from '../../entities/article.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface WholeInvoice {
  invoice: Invoice
  articles: Article[]
  activation: InvoiceActivation | null
  debtor: Debtor | null
}

/** An invoice with everything that its view shows. */
export async function readInvoice(
  unit: Unit,
  invoiceId: string,
  withDebtor = false,
): Promise<WholeInvoice> {
  const invoice = await unit.load(Invoice, invoiceId)
  const [articles, activation, debtor] = await Promise.all([
    unit.all(Article, { invoiceId }),
    activationOf(unit, invoice),
    withDebtor ? unit.load(Debtor, invoice.debtorId) : null,
  ])
  return { invoice, articles, activation, debtor }
}

/** The current activation of an invoice, or its last one. */
export async function activationOf(
  unit: Unit,
  { id: invoiceId, activationNumber: number }: Invoice,
): Promise<InvoiceActivation | null> {
  return number === 0 ? null : unit.find(InvoiceActivation, { invoiceId, number })
}
