import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfPayment, paymentSources, paymentStatuses } from '../domain/payments/payment.ts'
import {
  amount,
  businessDate,
  currency,
  idOf,
  name,
  principalId,
  prose,
  shaped,
  text,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/**
 * Money that came in. Where it is, is always known: `linked`, `unplaced`, `returned` and
 * `writtenOff` make up its amount.
 */
export const PaymentTransaction = defineEntity({
  name: 'PaymentTransaction',
  ...tenantTable('payment_transaction', {
    clientColumn: 'client_id',
    secrets: ['payerAccount', 'payerIdentificationNumber'],
    references: { clientId: 'client', paymentAccountId: 'payment_account' },
    filledTo: 80,
    events: {
      PAYMENT: {
        means: [...lifeOfPayment.events('status'), ...ofRow()],
        rights: ['ReadPaymentTransaction', 'ReadPaymentTransactions'],
        shows: ['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('PX'),
    /** Whose money it is, once that is known. */
    clientId: idOf('Client').nullable(),
    /** To which of the tenant's accounts it came, where that is known. */
    paymentAccountId: idOf('PaymentAccount').nullable(),
    source: p.enum(paymentSources),
    status: p.enum(paymentStatuses),
    amount: amount(),
    currency: currency(),
    bookDate: businessDate(),
    valueDate: businessDate(),
    /** As it was given to the bank. */
    reference: shaped(35, {
      pattern: /^[0-9A-Za-z][0-9A-Za-z -]{0,34}$/,
      says: 'Letters, digits, spaces and hyphens, at most 35',
      example: '1000010000174',
    }).nullable(),
    message: prose(1000).nullable(),
    payerName: name(140, 'Bygg & Trä AB').nullable(),
    payerAccount: text(40, '5050-1055').nullable(),
    payerIdentificationNumber: text(20, '556677-8899').nullable(),
    /** What the bank calls the entry, and the payer the payment. */
    bankRef: text(60, '20261120-000123').nullable(),
    endToEndId: text(35, 'PAY-1042').nullable(),
    linked: amount(),
    unplaced: amount(),
    returned: amount(),
    writtenOff: amount(),
    bookedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  checks: [
    {
      name: 'payment_transaction_is_somewhere',
      expression: `amount > 0 and amount = linked + unplaced + returned + written_off
        and least(linked, unplaced, returned, written_off) >= 0`,
    },
  ],
  indexes: [
    { name: 'payment_transaction_date_index', properties: ['tenantId', 'bookDate', 'id'] },
    { name: 'payment_transaction_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'payment_transaction_account_index',
      properties: ['tenantId', 'paymentAccountId', 'id'],
      where: { paymentAccountId: { $ne: null } },
    },
    // Almost all of them are booked.
    {
      name: 'payment_transaction_status_index',
      properties: ['tenantId', 'status', 'id'],
      where: { status: { $ne: 'BOOKED' } },
    },
    {
      name: 'payment_transaction_unplaced_index',
      properties: ['tenantId', 'id'],
      where: { unplaced: { $ne: 0n } },
    },
    { name: 'payment_transaction_source_index', properties: ['tenantId', 'source', 'id'] },
    {
      name: 'payment_transaction_reference_index',
      properties: ['tenantId', 'reference'],
      where: { reference: { $ne: null } },
    },
    {
      name: 'payment_transaction_payer_index',
      properties: ['tenantId', 'payerAccount'],
      where: { payerAccount: { $ne: null } },
    },
  ],
})
export type PaymentTransaction = InferEntity<typeof PaymentTransaction>
