import { z } from 'zod'
import type { Invoice } from '../../entities/invoice.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { currencyCode, positiveAmountSent } from '../../kernel/read/amounts.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { description, sentDay } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** That in which it is handled, unless it was paid in the one of its document. */
const paidIn = currencyCode.optional()

export const payInvoiceInput = bodyOf(PaymentTransaction, [
  'bookDate',
  'valueDate',
  'message',
  'payerName',
  'payerAccount',
  'payerIdentificationNumber',
  'bankRef',
  'endToEndId',
])
  .partial({ bookDate: true, valueDate: true })
  .extend({ amount: positiveAmountSent, currency: paidIn })

/** Money that came in at a bank for this invoice; what is more than it owes is unplaced. */
export const payInvoice = (
  unit: Unit,
  invoiceId: string,
  sent: z.output<typeof payInvoiceInput>,
): Promise<Invoice> => unit.runtime.registered.payInvoice(unit, invoiceId, sent)

export const payDirectlyInput = z
  .strictObject({
    /** By default all that is open of the invoice itself. */
    amount: positiveAmountSent.optional(),
    currency: paidIn,
    bookDate: sentDay.optional(),
    text: description.min(1).optional(),
  })
  .prefault({})

/** The debtor paid the client and not the tenant. */
export const payDirectly = (
  unit: Unit,
  invoiceId: string,
  sent: z.output<typeof payDirectlyInput>,
): Promise<Invoice> => unit.runtime.registered.payDirectly(unit, invoiceId, sent)
