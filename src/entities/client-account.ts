import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { clientAccountTransactionTypes, clientAccountTypes } from '../domain/bookkeeping/ledger.ts'
import { anyId, amount, businessDate, currency, idOf, prose, text, oneOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'
import { payoutSchedules } from '../domain/clients/accounts.ts'

/** An account between tenant and client: above zero the tenant owes the client. */
export const ClientAccount = defineEntity({
  name: 'ClientAccount',
  ...tenantTable('client_account', {
    clientColumn: 'client_id',
    tenantsAlone: ['payoutSchedule', 'minPayout', 'minBalance'],
    references: { clientId: 'client', payoutAccountId: 'client_bank_account' },
    filledTo: 50,
    events: {
      CLIENT_ACCOUNT: {
        means: [onChange('balance', 'changed'), ...ofRow()],
        rights: ['ReadClientAccount', 'ReadClientAccounts'],
      },
    },
  }),
  properties: {
    ...identified('CA'),
    clientId: idOf('Client'),
    type: p.enum(clientAccountTypes),
    currency: currency(),
    balance: amount(),
    payoutAccountId: idOf('ClientBankAccount').nullable(),
    payoutSchedule: oneOf(20, payoutSchedules).nullable(),
    minPayout: amount().nullable(),
    minBalance: amount().nullable(),
    ...versioned,
  },
  uniques: [
    { name: 'client_account_unique', properties: ['tenantId', 'clientId', 'type', 'currency'] },
  ],
  indexes: [
    { name: 'client_account_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'client_account_currency_index', properties: ['tenantId', 'currency', 'id'] },
  ],
})
export type ClientAccount = InferEntity<typeof ClientAccount>

/** Never changed; an error is reversed by another transaction. */
export const ClientAccountTransaction = defineEntity({
  name: 'ClientAccountTransaction',
  ...tenantTable('client_account_transaction', {
    clientColumn: 'client_id',
    running: ['balanceAfter'],
    immutable: ['reversedById'],
    references: { clientAccountId: 'client_account' },
    events: { CLIENT_ACCOUNT: { means: ofRow('transaction') } },
  }),
  properties: {
    ...identified('CT'),
    clientAccountId: idOf('ClientAccount'),
    clientId: idOf('Client'),
    type: p.enum(clientAccountTransactionTypes),
    amount: amount(),
    balanceAfter: amount(),
    currency: currency(),
    bookDate: businessDate(),
    valueDate: businessDate(),
    financialEventId: idOf('FinancialEvent'),
    sourceType: text(40, 'INVOICE'),
    sourceId: anyId('FE'),
    text: prose(500),
    payoutId: idOf('Payout').nullable(),
    reversesId: idOf('ClientAccountTransaction').nullable(),
    reversedById: idOf('ClientAccountTransaction').nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'client_account_transaction_account_index',
      properties: ['tenantId', 'clientAccountId', 'id'],
    },
    { name: 'client_account_transaction_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'client_account_transaction_date_index', properties: ['tenantId', 'bookDate', 'id'] },
    { name: 'client_account_transaction_type_index', properties: ['tenantId', 'type'] },
    {
      name: 'client_account_transaction_event_index',
      properties: ['tenantId', 'financialEventId'],
    },
  ],
})
export type ClientAccountTransaction = InferEntity<typeof ClientAccountTransaction>
