import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfUnplaced, unplacedReasons, unplacedStatuses } from '../domain/payments/unplaced.ts'
import { amount, businessDate, currency, idOf, prose } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What is booked of a payment and stands on no claim, until somebody says what it is for. */
export const UnplacedPayment = defineEntity({
  name: 'UnplacedPayment',
  ...tenantTable('unplaced_payment', {
    clientColumn: 'client_id',
    internal: ['note'],
    references: { transactionId: 'payment_transaction', clientId: 'client' },
    events: {
      UNPLACED_PAYMENT: {
        means: [...lifeOfUnplaced.events('status'), ...ofRow()],
        rights: ['ReadUnplacedPayment', 'ReadUnplacedPayments', 'ReadClientUnplacedPayment'],
        shows: ['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('UP'),
    transactionId: idOf('PaymentTransaction'),
    /** The client that it is known to belong to. */
    clientId: idOf('Client').nullable(),
    status: p.enum(unplacedStatuses),
    reasonCode: p.enum(unplacedReasons),
    /** What stands in the account of unplaced money. */
    amountOpen: amount(),
    currency: currency(),
    bookDate: businessDate(),
    note: prose(1000).nullable(),
    ...versioned,
  },
  checks: [{ name: 'unplaced_payment_is_not_below_zero', expression: 'amount_open >= 0' }],
  uniques: [
    { name: 'unplaced_payment_transaction_unique', properties: ['tenantId', 'transactionId'] },
  ],
  indexes: [
    { name: 'unplaced_payment_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'unplaced_payment_known_index',
      properties: ['tenantId', 'id'],
      where: { clientId: { $ne: null } },
    },
    { name: 'unplaced_payment_date_index', properties: ['tenantId', 'bookDate', 'id'] },
    { name: 'unplaced_payment_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'unplaced_payment_reason_index', properties: ['tenantId', 'reasonCode', 'id'] },
  ],
})
export type UnplacedPayment = InferEntity<typeof UnplacedPayment>
