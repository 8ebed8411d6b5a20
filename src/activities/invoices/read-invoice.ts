import { Article } from '../../entities/article.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface WholeInvoice {
  invoice: Invoice
  articles: Article[]
  /** The current activation, or the last one. */
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
  const { activationNumber: number, debtorId } = invoice
  const [articles, activation, debtor] = await Promise.all([
    unit.all(Article, { invoiceId }),
    number === 0 ? null : unit.find(InvoiceActivation, { invoiceId, number }),
    withDebtor ? unit.load(Debtor, debtorId) : null,
  ])
  return { invoice, articles, activation, debtor }
}
