import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import {
  accountPurposes,
  bankAccountKinds,
  bankAccountStatuses,
  lifeOfBankAccount,
} from '../domain/clients/bank-account.ts'
import { transferTextMax } from '../domain/clients/transfer-text.ts'
import { languages } from '../domain/languages.ts'
import { currency, idOf, name, oneOf, principalId, shaped, text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Of the bank, as ISO 9362 has it. */
export const bic = {
  pattern: /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/,
  says: 'A BIC of 8 or 11 characters',
  example: 'ESSESESS',
} as const

/** An account at a bank to which a client is paid. */
export const ClientBankAccount = defineEntity({
  name: 'ClientBankAccount',
  ...tenantTable('client_bank_account', {
    clientColumn: 'client_id',
    secrets: ['number'],
    pointsAt: { client_bank_account_number_unique: ['number'] },
    references: { clientId: 'client' },
    events: {
      CLIENT_BANK_ACCOUNT: {
        means: [...lifeOfBankAccount.events('status'), ...ofRow()],
        rights: ['ReadClientBankAccount', 'SearchClientBankAccount'],
        shows: ['kind', 'status'],
      },
    },
  }),
  properties: {
    ...identified('BN'),
    clientId: idOf('Client'),
    kind: oneOf(10, bankAccountKinds),
    /** Told in no changelog and no event. */
    number: text(40, '5050-1055').hidden(),
    bic: shaped(11, bic).nullable(),
    clearing: text(5, '8327').nullable(),
    holderName: name(140, 'Nordlund Bygg AB'),
    status: oneOf(12, bankAccountStatuses),
    verifiedBy: principalId().nullable(),
    verifiedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    {
      name: 'client_bank_account_number_unique',
      expression: `create unique index client_bank_account_number_unique on client_bank_account (tenant_id, client_id, kind, number) where status <> 'REVOKED'`,
    },
    { name: 'client_bank_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'client_bank_account_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'client_bank_account_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type ClientBankAccount = InferEntity<typeof ClientBankAccount>

/** To which of its accounts a client is paid for a purpose, in a currency. */
export const ClientBankAccountProfile = defineEntity({
  name: 'ClientBankAccountProfile',
  ...tenantTable('client_bank_account_profile', {
    clientColumn: 'client_id',
    references: { clientId: 'client', clientBankAccountId: 'client_bank_account' },
    events: { CLIENT_BANK_ACCOUNT: { means: ofRow('profile') } },
  }),
  properties: {
    ...identified('BP'),
    clientId: idOf('Client'),
    purpose: oneOf(20, accountPurposes),
    currency: currency(),
    clientBankAccountId: idOf('ClientBankAccount'),
    ...versioned,
  },
  uniques: [
    {
      name: 'client_bank_account_profile_unique',
      properties: ['tenantId', 'clientId', 'purpose', 'currency'],
    },
  ],
  indexes: [
    {
      name: 'client_bank_account_profile_account_index',
      properties: ['tenantId', 'clientBankAccountId', 'id'],
    },
    {
      name: 'client_bank_account_profile_purpose_index',
      properties: ['tenantId', 'purpose', 'id'],
    },
    {
      name: 'client_bank_account_profile_currency_index',
      properties: ['tenantId', 'currency', 'id'],
    },
  ],
})
export type ClientBankAccountProfile = InferEntity<typeof ClientBankAccountProfile>

/** What a client reads on the statement of its bank. */
export const ClientTransferText = defineEntity({
  name: 'ClientTransferText',
  ...tenantTable('client_transfer_text', {
    clientColumn: 'client_id',
    references: { clientId: 'client' },
    events: {
      CLIENT_TRANSFER_TEXT: { means: ofRow(), rights: ['ReadClientTransferText'] },
    },
  }),
  properties: {
    ...identified('TX'),
    clientId: idOf('Client'),
    purpose: oneOf(20, accountPurposes),
    language: oneOf(2, languages),
    template: text(transferTextMax, 'Utbetalning {reference}'),
    ...versioned,
  },
  uniques: [
    {
      name: 'client_transfer_text_unique',
      properties: ['tenantId', 'clientId', 'purpose', 'language'],
    },
  ],
  indexes: [
    { name: 'client_transfer_text_purpose_index', properties: ['tenantId', 'purpose', 'id'] },
    { name: 'client_transfer_text_language_index', properties: ['tenantId', 'language', 'id'] },
  ],
})
export type ClientTransferText = InferEntity<typeof ClientTransferText>
