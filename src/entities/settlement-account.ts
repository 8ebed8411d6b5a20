import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { counterpartyTypes, settlementTypes } from '../domain/bookkeeping/settlement.ts'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { amount, businessDate, currency, idOf, oneOf, principalId, prose, text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Between the tenant and whom it settles with in bulk: above zero they owe the tenant. */
export const SettlementAccount = defineEntity({
  name: 'SettlementAccount',
  ...tenantTable('settlement_account', {
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    // No body says it: an account begins with what is booked on it.
    pointsAt: { settlement_account_unique: [] },
    filledTo: 50,
    events: {
      SETTLEMENT_ACCOUNT: {
        means: [onChange('balance', 'changed'), ...ofRow()],
        rights: ['ReadSettlementAccount', 'ReadSettlementAccounts'],
      },
    },
  }),
  properties: {
    ...identified('SEA'),
    /** None: it is the tenant's own, and no client's people see it. */
    clientId: idOf('Client').nullable(),
    counterpartyType: oneOf(20, counterpartyTypes),
    /** The code of a service provider, or of who carries payments. */
    counterpartyCode: text(40, 'NORDBANK').nullable(),
    currency: currency(),
    balance: amount(),
    ...versioned,
  },
  indexes: [
    {
      name: 'settlement_account_unique',
      expression: `create unique index settlement_account_unique on settlement_account (tenant_id, counterparty_type, counterparty_code, currency) nulls not distinct`,
    },
    { name: 'settlement_account_code_index', properties: ['tenantId', 'counterpartyCode', 'id'] },
    { name: 'settlement_account_currency_index', properties: ['tenantId', 'currency', 'id'] },
  ],
})
export type SettlementAccount = InferEntity<typeof SettlementAccount>

/** Never changed; an error is reversed by another transaction. */
export const SettlementAccountTransaction = defineEntity({
  name: 'SettlementAccountTransaction',
  ...tenantTable('settlement_account_transaction', {
    clientColumn: 'client_id',
    running: ['balanceAfter'],
    immutable: ['reversedById'],
    references: {
      clientId: 'client',
      settlementAccountId: 'settlement_account',
      financialEventId: 'financial_event',
    },
    events: { SETTLEMENT_ACCOUNT: { means: ofRow('transaction') } },
  }),
  properties: {
    ...identified('SET'),
    /** None, as of its account. */
    clientId: idOf('Client').nullable(),
    settlementAccountId: idOf('SettlementAccount'),
    type: oneOf(20, settlementTypes),
    amount: amount(),
    balanceAfter: amount(),
    currency: currency(),
    bookDate: businessDate(),
    /** None of what a voucher of before there were these accounts says. */
    financialEventId: idOf('FinancialEvent').nullable(),
    text: prose(500),
    reversesId: idOf('SettlementAccountTransaction').nullable(),
    reversedById: idOf('SettlementAccountTransaction').nullable(),
    createdBy: principalId(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'settlement_account_transaction_account_index',
      properties: ['tenantId', 'settlementAccountId', 'id'],
    },
    {
      name: 'settlement_account_transaction_event_index',
      properties: ['tenantId', 'financialEventId'],
    },
    { name: 'settlement_account_transaction_type_index', properties: ['tenantId', 'type', 'id'] },
    {
      name: 'settlement_account_transaction_date_index',
      properties: ['tenantId', 'bookDate', 'id'],
    },
  ],
})
export type SettlementAccountTransaction = InferEntity<typeof SettlementAccountTransaction>
