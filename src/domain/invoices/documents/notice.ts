import { isBought, type FinancingStatus } from '../../factoring/financing-status.ts'
import type { FrozenInvoice } from './frozen-invoice.ts'
import { titleOf, wordsOf } from './document-words.ts'

/**
 * The contents of the notice of assignment: which claim was sold, what is open, and whom to pay.
 */
export function noticeOf(frozen: FrozenInvoice, open: string): FrozenInvoice {
  const { vatInBase: _, ...invoice } = frozen
  const none = open.replaceAll(/\d/g, '0').replace(/^0+(?=0)/, '')
  const title = titleOf(invoice, wordsOf(frozen.language))
  return {
    ...invoice,
    notice: 'ASSIGNMENT',
    produce: 'ON_DEMAND',
    rows: [{ ...emptyRow, description: `${title} ${frozen.invoiceNumber}`, net: open }],
    vats: [],
    net: open,
    vat: none,
    rounding: none,
    gross: open,
    message: null,
  }
}

/**
 * Why a notice of assignment is not sent any more. A block of the debtor is no reason: it prevents
 * purchases, and the debtor of a claim that is bought has to know whom to pay.
 */
export function whyNotToSend(claim: {
  financingStatus: FinancingStatus
  balance: bigint
}): string | null {
  if (!isBought(claim)) return 'The claim is its client’s again.'
  return claim.balance <= 0n ? 'Nothing is owed on the claim any more.' : null
}

const emptyRow = {
  type: 'LINE',
  articleNumber: null,
  quantity: null,
  unit: null,
  price: null,
  discount: null,
  vatPercentage: null,
} as const
