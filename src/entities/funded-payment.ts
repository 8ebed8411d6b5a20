import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, businessDate, currency, idOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** What was paid on a claim that an external financier funds, or taken back: they are told of it. */
export const FundedPayment = defineEntity({
  name: 'FundedPayment',
  ...tenantTable('funded_payment', {
    clientColumn: 'client_id',
    silent: true,
    immutable: ['documentId'],
    references: {
      clientId: 'client',
      invoiceId: 'invoice',
      paymentId: 'payment_transaction',
      documentId: 'document',
    },
    onMove: { stays: 'It was paid on a claim that is booked' },
  }),
  properties: {
    ...identified('FP'),
    clientId: idOf('Client'),
    invoiceId: idOf('Invoice'),
    /** None where the client was paid. */
    paymentId: idOf('PaymentTransaction').nullable(),
    /** The code of who funds the claim. */
    financier: p.string().length(40),
    /** What was paid of the capital, and what the financier bore of it; below zero, taken back. */
    amount: amount(),
    share: amount(),
    currency: currency(),
    bookDate: businessDate(),
    /** The file that tells it. */
    documentId: idOf('Document').nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'funded_payment_untold_index',
      properties: ['tenantId', 'financier', 'currency', 'id'],
      where: { documentId: null },
    },
    { name: 'funded_payment_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type FundedPayment = InferEntity<typeof FundedPayment>
