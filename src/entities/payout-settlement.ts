import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { amount, currency, idOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** What a payout to a client is made of: all that moved its account since the one before. */
export const PayoutSettlement = defineEntity({
  name: 'PayoutSettlement',
  ...tenantTable('payout_settlement', {
    clientColumn: 'client_id',
    immutable: [],
    references: {
      clientId: 'client',
      clientAccountId: 'client_account',
      payoutId: 'payout',
      batchId: 'payout_batch',
    },
    events: {
      PAYOUT_SETTLEMENT: { means: ofRow(), rights: ['ReadPayoutSettlementsExternalExport'] },
    },
  }),
  properties: {
    ...identified('POS'),
    clientId: idOf('Client'),
    clientAccountId: idOf('ClientAccount'),
    payoutId: idOf('Payout'),
    batchId: idOf('PayoutBatch').nullable(),
    currency: currency(),
    /** The balance after the settlement before. */
    opening: amount(),
    payments: amount(),
    /** Bought, and what reserves moved. */
    financed: amount(),
    fees: amount(),
    /** Below zero, as the account has it. */
    payouts: amount(),
    /** All else: transfers, entries by hand, recourse, refunds, reversals. */
    adjustments: amount(),
    closing: amount(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'payout_settlement_payout_unique', properties: ['tenantId', 'payoutId'] }],
  indexes: [
    { name: 'payout_settlement_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payout_settlement_account_index', properties: ['tenantId', 'clientAccountId', 'id'] },
    { name: 'payout_settlement_batch_index', properties: ['tenantId', 'batchId', 'id'] },
  ],
})
export type PayoutSettlement = InferEntity<typeof PayoutSettlement>

/** A transaction that is explained by one settlement, and by no other. */
export const PayoutSettlementLine = defineEntity({
  name: 'PayoutSettlementLine',
  ...tenantTable('payout_settlement_line', {
    clientColumn: 'client_id',
    silent: true,
    immutable: [],
    references: {
      clientId: 'client',
      settlementId: 'payout_settlement',
      transactionId: 'client_account_transaction',
    },
  }),
  properties: {
    ...identified('PSL'),
    clientId: idOf('Client'),
    settlementId: idOf('PayoutSettlement'),
    transactionId: idOf('ClientAccountTransaction'),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'payout_settlement_line_unique', properties: ['tenantId', 'transactionId'] }],
  indexes: [
    { name: 'payout_settlement_line_index', properties: ['tenantId', 'settlementId', 'id'] },
    { name: 'payout_settlement_line_client_index', properties: ['tenantId', 'clientId', 'id'] },
  ],
})
export type PayoutSettlementLine = InferEntity<typeof PayoutSettlementLine>
