import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfPaymentBatch, paymentBatchStatuses } from '../domain/payments/batch.ts'
import { amount, businessDate, currency, idOf, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What came onto one account on one day, by one file. */
export const PaymentBatch = defineEntity({
  name: 'PaymentBatch',
  ...tenantTable('payment_batch', {
    clientColumn: 'client_id',
    references: { clientId: 'client', paymentFileId: 'payment_file' },
    filledTo: 60,
    events: {
      PAYMENT_BATCH: {
        means: [...lifeOfPaymentBatch.events('status'), ...ofRow()],
        rights: ['ReadPaymentBatch', 'ReadPaymentBatches'],
        shows: ['paymentFileId', 'status', 'account', 'bookDate', 'count', 'total', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('PB'),
    clientId: idOf('Client').nullable(),
    paymentFileId: idOf('PaymentFile'),
    /** The number of the account as it is compared: capitals and digits. */
    account: text(40, 'SE4550000000058398257466'),
    currency: currency(),
    bookDate: businessDate(),
    /** What the bank calls its statement, and the number that it counts by. */
    statement: text(35, 'STMT-2026-11-20').nullable(),
    serial: text(18, '225').nullable(),
    status: p.enum(paymentBatchStatuses),
    count: wholeNumber({ example: 12 }),
    /** What came in less what the bank took back. */
    total: amount(),
    /** Of how many it was looked for what they are for, and how many are in the books. */
    matchedCount: wholeNumber({ example: 12 }),
    bookedCount: wholeNumber({ example: 11 }),
    ...versioned,
  },
  indexes: [
    { name: 'payment_batch_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_batch_file_index', properties: ['tenantId', 'paymentFileId', 'id'] },
    { name: 'payment_batch_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'payment_batch_date_index', properties: ['tenantId', 'bookDate', 'id'] },
    { name: 'payment_batch_account_index', properties: ['tenantId', 'account', 'bookDate'] },
  ],
})
export type PaymentBatch = InferEntity<typeof PaymentBatch>
