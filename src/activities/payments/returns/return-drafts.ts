import type { PaymentReturn } from '../../../entities/payment-return.ts'
import type { EventDraft } from '../../bookkeeping/book.ts'
import { paymentKey } from '../targets.ts'

export const returnKey = (id: string) => `payment-return/${id}`

/** RETURNED is on its way and takes unplaced money, CONFIRMED has left the bank (P9). */
export function returnedDraft(
  { id, transactionId, amount, currency }: PaymentReturn,
  variant: 'RETURNED' | 'CONFIRMED',
  bookDate: string,
): EventDraft {
  const isConfirmed = variant === 'CONFIRMED'
  return {
    type: 'OVERPAYMENT',
    amount: 0n,
    currency,
    bookDate,
    sourceKey: isConfirmed ? `${returnKey(id)}/confirmed` : returnKey(id),
    sourceType: 'PaymentReturn',
    sourceId: id,
    text: isConfirmed ? 'Return carried out by the bank' : 'Returned to its payer',
    facts: {
      variant,
      amount: `${amount}`,
      ...(!isConfirmed && { takes: paymentKey(transactionId) }),
    },
  }
}
