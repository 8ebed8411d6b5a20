import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import {
  lifeOfPayoutBatch,
  payoutBatchStatuses,
  payoutFileFormats,
} from '../domain/payouts/batch.ts'
import {
  amount,
  businessDate,
  currency,
  idOf,
  oneOf,
  principalId,
  text,
  wholeNumber,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Payouts of one currency that leave one bank account of the tenant on one day. */
export const PayoutBatch = defineEntity({
  name: 'PayoutBatch',
  ...tenantTable('payout_batch', {
    clientColumn: 'client_id',
    references: { systemBankAccountId: 'system_bank_account', clientId: 'client' },
    // Few enough numbers of accounts give it that one could be found by trying.
    secrets: ['hash'],
    filledTo: 60,
    events: {
      PAYOUT_BATCH: {
        means: [...lifeOfPayoutBatch.events('status'), ...ofRow()],
        rights: ['ReadPayoutBatch', 'ReadPayoutBatches'],
      },
    },
  }),
  properties: {
    ...identified('POB'),
    /** None: it is the tenant's own, and no client's people see it. */
    clientId: idOf('Client').nullable(),
    currency: currency(),
    systemBankAccountId: idOf('SystemBankAccount'),
    executionDate: businessDate(),
    count: wholeNumber({ example: 12 }),
    total: amount(),
    status: oneOf(12, payoutBatchStatuses),
    /** Of what was authorized: what is sent has to give the same. */
    hash: p.string().length(64).nullable().hidden(),
    createdBy: principalId(),
    authorizedBy: principalId().nullable(),
    authorizedAt: p.datetime(3).nullable(),
    exportedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'payout_batch_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'payout_batch_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'payout_batch_day_index', properties: ['tenantId', 'executionDate', 'id'] },
    { name: 'payout_batch_bank_index', properties: ['tenantId', 'systemBankAccountId', 'id'] },
  ],
})
export type PayoutBatch = InferEntity<typeof PayoutBatch>

/** A batch as it is handed to the bank. */
export const PayoutFile = defineEntity({
  name: 'PayoutFile',
  ...tenantTable('payout_file', {
    clientColumn: 'client_id',
    references: { batchId: 'payout_batch', documentId: 'document', clientId: 'client' },
    events: {
      PAYOUT_FILE: { means: ofRow(), rights: ['ReadPayoutFile', 'ReadPayoutFiles'] },
    },
  }),
  properties: {
    ...identified('POF'),
    /** None, as of its batch. */
    clientId: idOf('Client').nullable(),
    batchId: idOf('PayoutBatch'),
    format: oneOf(12, payoutFileFormats),
    documentId: idOf('Document'),
    /** By which the bank knows it, and takes it once. */
    messageId: text(35, 'POB01J0000000000000000000000'),
    sha256: p.string().length(64),
    count: wholeNumber({ example: 12 }),
    total: amount(),
    currency: currency(),
    /** How often somebody asked for it. */
    timesExported: wholeNumber({ example: 1 }),
    ...versioned,
  },
  uniques: [{ name: 'payout_file_unique', properties: ['tenantId', 'batchId', 'format'] }],
  indexes: [
    { name: 'payout_file_format_index', properties: ['tenantId', 'format', 'id'] },
    { name: 'payout_file_document_index', properties: ['tenantId', 'documentId'] },
  ],
})
export type PayoutFile = InferEntity<typeof PayoutFile>
