import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfReturn, returnStatuses } from '../domain/payments/payment-return.ts'
import { amount, businessDate, currency, idOf, principalId, prose, text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Unplaced money that goes back to its payer. */
export const PaymentReturn = defineEntity({
  name: 'PaymentReturn',
  ...tenantTable('payment_return', {
    clientColumn: 'client_id',
    secrets: ['toAccount'],
    sender: ['toAccount'],
    references: {
      transactionId: 'payment_transaction',
      unplacedPaymentId: 'unplaced_payment',
      clientId: 'client',
    },
    events: {
      PAYMENT_RETURN: {
        means: [...lifeOfReturn.events('status'), ...ofRow()],
        rights: ['ReadUnplacedPaymentReturn', 'ReadUnplacedPaymentReturns'],
        shows: ['transactionId', 'status', 'amount', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('PR'),
    transactionId: idOf('PaymentTransaction'),
    unplacedPaymentId: idOf('UnplacedPayment'),
    /** The client that the money is known to belong to. */
    clientId: idOf('Client').nullable(),
    status: p.enum(returnStatuses),
    amount: amount(),
    currency: currency(),
    toAccount: text(40, '5050-1055'),
    /** It goes to another account than the one that it was paid from. */
    isOverride: p.boolean(),
    reason: prose(500).nullable(),
    bookDate: businessDate().nullable(),
    createdBy: principalId(),
    authorizedBy: principalId().nullable(),
    ...versioned,
  },
  checks: [{ name: 'payment_return_is_above_zero', expression: 'amount > 0' }],
  indexes: [
    {
      name: 'payment_return_open_unique',
      expression: `create unique index payment_return_open_unique on payment_return (tenant_id, unplaced_payment_id) where status in ('CREATED', 'AUTHORIZED')`,
    },
    { name: 'payment_return_transaction_index', properties: ['tenantId', 'transactionId', 'id'] },
    { name: 'payment_return_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_return_unplaced_index', properties: ['tenantId', 'unplacedPaymentId', 'id'] },
    { name: 'payment_return_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type PaymentReturn = InferEntity<typeof PaymentReturn>
