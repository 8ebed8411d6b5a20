import { refuseUnpayable } from '../../domain/payments/placing.ts'
import type { BankPayment } from '../../domain/payments/payment.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { holdClaims, payable } from './claims.ts'
import { enterPayments, secondForPayments } from './create-payment.ts'

/** As a payment of this claim alone, with a link to it. */
export async function payInvoice(
  unit: Unit,
  invoiceId: string,
  sent: BankPayment,
): Promise<Invoice | Pending> {
  const invoice = await unit.load(Invoice, invoiceId)
  const named = { currency: invoice.baseCurrency, claims: [{ id: invoiceId }], book: true }
  const payments = [{ ...sent, ...named }]
  const pending = secondForPayments(unit, payments, () => '/amount')
  if (pending !== undefined) return pending
  refuseUnpayable(payable(await holdClaims(unit, [invoiceId]), invoiceId))
  await enterPayments(unit, payments, '')
  return invoice
}
