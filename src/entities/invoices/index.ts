import { Invoice } from '../invoice.ts'
import { BankruptClaim } from '../bankrupt-claim.ts'
import { Article, ArticleLabel } from '../article.ts'
import { InvoiceActivation } from '../invoice-activation.ts'
import { InvoiceGuarantor } from '../invoice-guarantor.ts'
import { InvoiceLedgerEvent } from '../invoice-ledger-event.ts'

export const invoices = [
  Invoice,
  Article,
  ArticleLabel,
  InvoiceActivation,
  InvoiceLedgerEvent,
  BankruptClaim,
  InvoiceGuarantor,
] as const
