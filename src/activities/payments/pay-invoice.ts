import { refuseUnpayable } from '../../domain/payments/placing.ts'
import type { BankPayment } from '../../domain/payments/payment.ts'
import { notFound } from '../../domain/refusal.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { holdClaims, payable } from './claims.ts'
import { enterPayments } from './create-payment.ts'

/** As a payment of this claim alone, with a link to it. */
export async function payInvoice(
  unit: Unit,
  invoiceId: string,
  sent: BankPayment,
): Promise<Invoice> {
  const claims = await holdClaims(unit, [invoiceId])
  const invoice = claims.invoices.get(invoiceId) ?? notFound()
  refuseUnpayable(payable(claims, invoiceId))
  const { currency = invoice.baseCurrency } = sent
  const named = { currency, claims: [{ id: invoiceId }], book: true }
  await enterPayments(unit, [{ ...sent, ...named }], '')
  return invoice
}
