import { inBaseCurrency } from '../../domain/bookkeeping/exchange-rates.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { LinkStatus } from '../../domain/payments/payment.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Claims } from './claims.ts'

interface LinkWanted {
  /** The claim, which is held, or an account. */
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
  { invoices, targets }: Pick<Claims, 'invoices' | 'targets'>,
  { id: claimId, amount, status = 'CONFIRMED', score, reasons }: LinkWanted,
): PaymentLink {
  const target = targets.get(claimId)
  const place =
    target === undefined
      ? onInvoice(invoices.get(claimId)!, amount, currency)
      : { claimType: target.type, clientId: target.clientId, debtorId: null }
  return unit.insert(PaymentLink, {
    claimCurrency: null,
    claimAmount: null,
    ...place,
    transactionId,
    claimId,
    amount,
    currency,
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

function onInvoice(invoice: Invoice, amount: bigint, currency: string) {
  const { clientId, debtorId, baseCurrency } = invoice
  const isForeign = currency !== baseCurrency
  const ofDocument = { ...invoice, invoiceCurrency: currency }
  return {
    claimType: 'INVOICE' as const,
    clientId,
    debtorId,
    // By the rate of the document, until it is booked.
    claimCurrency: isForeign ? baseCurrency : null,
    claimAmount: isForeign ? inBaseCurrency(amount, ofDocument) : null,
  }
}
