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
  const [variant, amount] =
    change > 0n ? (['SOLD', change] as const) : (['REPAID', -change] as const)
  return [draftOf(refinancing, invoice, { variant, amount, bookDate })]
}

/** What the financier keeps for funding the claim, once it does (P25). */
export function financierFeeDrafts(
  refinancing: Funding & Pick<InvoiceRefinancing, 'fee'>,
  invoice: Invoice,
  bookDate: string,
): EventDraft[] {
  const { fee: amount } = refinancing
  return amount === 0n ? [] : [draftOf(refinancing, invoice, { variant: 'FEE', amount, bookDate })]
}

const said = { SOLD: 'sold on', REPAID: 'bought back', FEE: 'fee of who funds it' } as const

interface Booked {
  variant: keyof typeof said
  amount: bigint
  bookDate: string
}

function draftOf(
  refinancing: Funding,
  { id, clientId, debtorId, baseCurrency: currency, invoiceNumber }: Invoice,
  { variant, amount, bookDate }: Booked,
): EventDraft {
  return {
    type: 'REFINANCED',
    claim: invoiceClaim(id),
    clientId,
    debtorId,
    amount: 0n,
    currency,
    bookDate,
    sourceKey: `refinancing/${refinancing.id}/${refinancing.version ?? 1}/${variant}`,
    sourceType: 'InvoiceRefinancing',
    sourceId: refinancing.id,
    text: `Invoice ${invoiceNumber} ${said[variant]}`,
    facts: { variant, amount: `${amount}`, ...settledWith(refinancing) },
  }
}
