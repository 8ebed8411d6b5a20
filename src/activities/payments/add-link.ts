import { inBaseCurrency } from '../../domain/bookkeeping/exchange-rates.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { LinkStatus } from '../../domain/payments/payment.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Claims } from './claims.ts'

interface LinkWanted {
  /** The claim, which is held. */
  id: string
  amount: bigint
  status?: LinkStatus
  score?: number
  reasons: string[]
}

/** A part of a payment that is for a claim, before it is booked. */
export function addLink(
  unit: Unit,
  { id: transactionId, currency }: PaymentTransaction,
  { invoices }: Pick<Claims, 'invoices'>,
  { id: claimId, amount, status = 'CONFIRMED', score, reasons }: LinkWanted,
): PaymentLink {
  const invoice = invoices.get(claimId)!
  const { clientId, debtorId, baseCurrency } = invoice
  const isForeign = currency !== baseCurrency
  const ofDocument = { ...invoice, invoiceCurrency: currency }
  return unit.insert(PaymentLink, {
    transactionId,
    claimType: 'INVOICE',
    claimId,
    clientId,
    debtorId,
    amount,
    currency,
    // By the rate of the document, until it is booked.
    claimCurrency: isForeign ? baseCurrency : null,
    claimAmount: isForeign ? inBaseCurrency(amount, ofDocument) : null,
    worth: null,
    rate: null,
    status,
    score: score ?? null,
    reasons,
    createdBy: unit.principal.id,
    comment: null,
    bookedAt: null,
  })
}
