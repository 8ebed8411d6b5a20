import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import {
  ocrLevels,
  referencePurposes,
  referenceSchemes,
} from '../domain/clients/reference-scheme.ts'
import { ofRow } from '../domain/event-rules.ts'
import { idOf, list, oneOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** How the payment references of a client's invoices are made, and the number that comes next. */
export const PaymentReferenceSetting = defineEntity({
  name: 'PaymentReferenceSetting',
  ...tenantTable('payment_reference_setting', {
    steady: 'always',
    clientColumn: 'client_id',
    tenantsAlone: ['scheme', 'level', 'length', 'prefix'],
    pointsAt: { payment_reference_setting_unique: ['clientId'] },
    unrecorded: ['prefix', 'nextNumber'],
    references: { clientId: 'client' },
    filledTo: 20,
    events: { CLIENT: { means: ofRow('paymentReferences') } },
  }),
  properties: {
    ...identified('PS'),
    clientId: idOf('Client'),
    scheme: p.enum(referenceSchemes),
    level: p.enum(ocrLevels),
    prefix: p.string().length(10),
    length: p.integer().nullable(),
    nextNumber: p.bigint('bigint'),
    /** With which others were made before: they are never given again. */
    formerPrefixes: list().nullable(),
    ...versioned,
  },
  uniques: [{ name: 'payment_reference_setting_unique', properties: ['tenantId', 'clientId'] }],
})
export type PaymentReferenceSetting = InferEntity<typeof PaymentReferenceSetting>

/** How references are made that are no invoice's: of a client account, or of a client's cases. */
export const AccountReferenceSetting = defineEntity({
  name: 'AccountReferenceSetting',
  ...tenantTable('account_reference_setting', {
    clientColumn: 'client_id',
    tenantsAlone: ['scheme', 'level', 'length', 'prefix'],
    pointsAt: {
      account_reference_setting_account_unique: ['clientAccountId'],
      account_reference_setting_cases_unique: ['clientId'],
    },
    references: { clientId: 'client', clientAccountId: 'client_account' },
    events: { CLIENT: { means: ofRow('accountReferences') } },
  }),
  properties: {
    ...identified('AX'),
    clientId: idOf('Client'),
    purpose: oneOf(20, referencePurposes),
    /** Whose one reference it is; empty for cases. */
    clientAccountId: idOf('ClientAccount').nullable(),
    scheme: oneOf(10, referenceSchemes),
    level: oneOf(10, ocrLevels),
    prefix: p.string().length(10),
    length: p.integer().nullable(),
    nextNumber: p.bigint('bigint'),
    formerPrefixes: list(),
    /** What is paid to the account with. */
    reference: p.string().length(30).nullable(),
    ...versioned,
  },
  indexes: [
    {
      name: 'account_reference_setting_account_unique',
      expression: `create unique index account_reference_setting_account_unique on account_reference_setting (tenant_id, client_account_id) where client_account_id is not null`,
    },
    {
      name: 'account_reference_setting_cases_unique',
      expression: `create unique index account_reference_setting_cases_unique on account_reference_setting (tenant_id, client_id) where client_account_id is null`,
    },
    {
      name: 'account_reference_setting_reference_index',
      properties: ['tenantId', 'reference'],
      where: { reference: { $ne: null } },
    },
    {
      name: 'account_reference_setting_client_index',
      properties: ['tenantId', 'clientId', 'id'],
    },
    { name: 'account_reference_setting_purpose_index', properties: ['tenantId', 'purpose', 'id'] },
  ],
})
export type AccountReferenceSetting = InferEntity<typeof AccountReferenceSetting>
