import type { EventDraft } from '../../src/activities/bookkeeping/book.ts'
import { newId } from '../../src/kernel/write/ids.ts'

/** A claim of four entries, as an invoice books it. */
export function draftOf(clientId: string): EventDraft {
  const id = newId('Invoice')
  return {
    type: 'INVOICE_BOOKED',
    clientId,
    component: 'CAPITAL',
    amount: 3_564_400n,
    currency: 'SEK',
    bookDate: '2026-11-20',
    sourceKey: `bench/${id}`,
    sourceType: 'Invoice',
    sourceId: id,
    text: 'A claim of the bench',
    facts: {
      net: [{ rate: '25', amount: '2851500', accountNumber: '3001' }],
      vat: [{ rate: '25', amount: '712875' }],
      rounding: '25',
    },
  }
}
