import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import type { InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { EventDraft } from '../bookkeeping/book.ts'

type Funding = Pick<InvoiceRefinancing, 'id' | 'amount' | 'status' | 'version' | 'toProviderCode'>

/** How much of the claim is somebody else's by the refinancing as it is. */
export const fundedBy = (refinancing: Pick<Funding, 'status' | 'amount'> | null): bigint =>
  refinancing?.status === 'ACTIVE' ? refinancing.amount : 0n

const settledWith = ({ toProviderCode }: Funding) => ({
  counterpartyType: 'FINANCIER',
  counterpartyCode: toProviderCode ?? null,
})

/** An increase of funding is sold to the financier, a decrease is bought back (P25). */
export function fundingDrafts(
  refinancing: Funding,
  invoice: Invoice,
  before: bigint,
  bookDate: string,
): EventDraft[] {
  const change = fundedBy(refinancing) - before
  if (change === 0n) return []
  const [variant, amount] = change > 0n ? ['SOLD', change] : ['REPAID', -change]
  const { clientId, debtorId, baseCurrency: currency, invoiceNumber } = invoice
  const what = variant === 'SOLD' ? 'sold on' : 'bought back'
  return [
    {
      type: 'REFINANCED',
      claim: invoiceClaim(invoice.id),
      clientId,
      debtorId,
      amount: 0n,
      currency,
      bookDate,
      sourceKey: `refinancing/${refinancing.id}/${refinancing.version ?? 1}/${variant}`,
      sourceType: 'InvoiceRefinancing',
      sourceId: refinancing.id,
      text: `Invoice ${invoiceNumber} ${what}`,
      facts: { variant, amount: `${amount}`, ...settledWith(refinancing) },
    },
  ]
}
