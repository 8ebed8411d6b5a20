import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import type { PartRead } from '../domain/payments/bank-file.ts'
import {
  lifeOfPayment,
  paymentKinds,
  paymentSources,
  paymentStatuses,
} from '../domain/payments/payment.ts'
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
    sender: ['payerAccount', 'payerIdentificationNumber'],
    references: {
      clientId: 'client',
      paymentAccountId: 'payment_account',
      batchId: 'payment_batch',
      reversesId: 'payment_transaction',
      specificationDocumentId: 'document',
    },
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
    /** Empty where it is a payment of before there were others. */
    kind: p.enum(paymentKinds).nullable(),
    /** The batch of the bank's file with which it came. */
    batchId: idOf('PaymentBatch').nullable(),
    /** Of a reversal, the payment that the bank has taken back. */
    reversesId: idOf('PaymentTransaction').nullable(),
    /** The list by which it was last split over its claims. */
    specificationDocumentId: idOf('Document').nullable(),
    /** What tells it from all others of its account; of what does not count, none. */
    entryKey: p.string().length(48).nullable().hidden(),
    /** The collective entry that it is, or is a part of. */
    entryGroup: p.string().length(48).nullable().hidden(),
    /** At which line or path of its file it stood. */
    place: p.string().length(200).nullable().hidden(),
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
    /** Several references, with what the bank knows of the part of each. */
    split: p.json<readonly PartRead[]>().nullable(),
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
  uniques: [
    { name: 'payment_transaction_entry_unique', properties: ['tenantId', 'entryKey'] },
    { name: 'payment_transaction_reverses_unique', properties: ['tenantId', 'reversesId'] },
  ],
  indexes: [
    {
      name: 'payment_transaction_group_index',
      properties: ['tenantId', 'entryGroup'],
      where: { entryGroup: { $ne: null } },
    },
    {
      name: 'payment_transaction_batch_index',
      properties: ['tenantId', 'batchId', 'id'],
      where: { batchId: { $ne: null } },
    },
    {
      name: 'payment_transaction_bank_index',
      properties: ['tenantId', 'bankRef'],
      where: { bankRef: { $ne: null } },
    },
    {
      name: 'payment_transaction_end_index',
      properties: ['tenantId', 'endToEndId'],
      where: { endToEndId: { $ne: null } },
    },
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
    {
      name: 'payment_transaction_specification_index',
      properties: ['tenantId', 'specificationDocumentId'],
      where: { specificationDocumentId: { $ne: null } },
    },
    { name: 'payment_transaction_source_index', properties: ['tenantId', 'source', 'id'] },
    {
      name: 'payment_transaction_reference_index',
      properties: ['tenantId', 'reference'],
      where: { reference: { $ne: null } },
    },
    {
      name: 'payment_transaction_payer_index',
      properties: ['tenantId', 'payerAccount', 'id'],
      where: { payerAccount: { $ne: null } },
    },
  ],
})
export type PaymentTransaction = InferEntity<typeof PaymentTransaction>
