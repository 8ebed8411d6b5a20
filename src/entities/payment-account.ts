import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { bankAccountKinds } from '../domain/clients/bank-account.ts'
import { ofRow } from '../domain/event-rules.ts'
import { ocrLevels } from '../domain/clients/reference-scheme.ts'
import { accountKinds } from '../domain/payments/account.ts'
import { currency, idOf, name, oneOf, shaped, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

const bic = () =>
  shaped(11, {
    pattern: /^[A-Z]{6}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/,
    says: 'A BIC of 8 or 11 characters',
    example: 'ESSESESS',
  })
const agreedLength = (example: number) => wholeNumber({ least: 2, most: 25, example })

/** An account of the tenant at a bank, where what debtors pay comes together. */
export const SystemBankAccount = defineEntity({
  name: 'SystemBankAccount',
  ...tenantTable('system_bank_account', {
    steady: 'always',
    pointsAt: { system_bank_account_number_unique: ['number'] },
    references: { instanceProviderId: 'instance_provider' },
    events: {
      SYSTEM_BANK_ACCOUNT: { means: ofRow(), rights: ['ReadSystemBankAccount'] },
    },
  }),
  properties: {
    ...identified('SB'),
    /** Whose it is, where the tenant is several. */
    instanceProviderId: idOf('InstanceProvider').nullable(),
    name: name(100, 'Inbetalningar SEK'),
    kind: oneOf(10, bankAccountKinds),
    number: text(40, '5050-1055'),
    bic: bic().nullable(),
    currency: currency(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [
    { name: 'system_bank_account_number_unique', properties: ['tenantId', 'kind', 'number'] },
  ],
  indexes: [
    { name: 'system_bank_account_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'system_bank_account_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'system_bank_account_active_index', properties: ['tenantId', 'active', 'id'] },
    {
      name: 'system_bank_account_provider_index',
      properties: ['tenantId', 'instanceProviderId', 'id'],
    },
  ],
})
export type SystemBankAccount = InferEntity<typeof SystemBankAccount>

/** What debtors pay to, and what the number of an account in a bank's file is known by. */
export const PaymentAccount = defineEntity({
  name: 'PaymentAccount',
  ...tenantTable('payment_account', {
    steady: 'always',
    clientColumn: 'client_id',
    tenantsAlone: [
      'kind',
      'bic',
      'active',
      'systemBankAccountId',
      'instanceProviderId',
      'referenceLevel',
      'referenceLength',
      'furtherLength',
      'placesByReference',
    ],
    pointsAt: { payment_account_number_unique: ['number'] },
    references: {
      clientId: 'client',
      systemBankAccountId: 'system_bank_account',
      instanceProviderId: 'instance_provider',
    },
    events: {
      PAYMENT_ACCOUNT: {
        means: ofRow(),
        rights: ['ReadPaymentAccount', 'ReadPaymentAccounts'],
        shows: ['kind', 'currency', 'active'],
      },
    },
  }),
  properties: {
    ...identified('PA'),
    kind: oneOf(10, accountKinds),
    number: text(40, '5050-1055'),
    bic: bic().nullable(),
    /** It takes no other. */
    currency: currency(),
    systemBankAccountId: idOf('SystemBankAccount').nullable(),
    instanceProviderId: idOf('InstanceProvider').nullable(),
    /** The one whose debtors pay to it; without, all of them. */
    clientId: idOf('Client').nullable(),
    /** It is told to nobody any more; what is still paid to it is known by it. */
    active: p.boolean(),
    /** How strictly its bank checks references; empty until somebody has said so. */
    referenceLevel: oneOf(10, ocrLevels).nullable(),
    /** What is agreed with the bank for FIXED. */
    referenceLength: agreedLength(12).nullable(),
    furtherLength: agreedLength(15).nullable(),
    /** A payment to it goes on the claim of its reference without a person. */
    placesByReference: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'payment_account_number_unique', properties: ['tenantId', 'kind', 'number'] }],
  indexes: [
    { name: 'payment_account_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'payment_account_number_index', properties: ['tenantId', 'number', 'id'] },
    { name: 'payment_account_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'payment_account_active_index', properties: ['tenantId', 'active', 'id'] },
    { name: 'payment_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_account_level_index', properties: ['tenantId', 'referenceLevel', 'id'] },
    { name: 'payment_account_bank_index', properties: ['tenantId', 'systemBankAccountId', 'id'] },
  ],
})
export type PaymentAccount = InferEntity<typeof PaymentAccount>
