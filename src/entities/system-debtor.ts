import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfSystemDebtor, systemDebtorStatuses } from '../domain/debtors/identity.ts'
import { debtorTypes } from '../domain/debtors/debtor-type.ts'
import { amount, businessDate, countryCode, currency, idOf, name, text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** The identity of all debtors with the same identification number and country. */
export const SystemDebtor = defineEntity({
  name: 'SystemDebtor',
  ...tenantTable('system_debtor', {
    steady: 'afterwards',
    boundMayWrite: 'a debtor that they add has its identity here',
    references: { tenantId: 'tenant' },
    events: {
      SYSTEM_DEBTOR: {
        means: [...lifeOfSystemDebtor.events('status'), ...ofRow()],
        rights: ['ReadSystemDebtor', 'ReadSystemDebtors'],
      },
    },
  }),
  properties: {
    ...identified('SD'),
    identificationNumber: p.string().length(40),
    countryCode: countryCode(),
    type: p.enum(debtorTypes),
    name: name(200),
    status: p.enum(systemDebtorStatuses),
    /** What it was before it became bankrupt. */
    statusBefore: p.enum(systemDebtorStatuses).nullable(),
    bankruptcyDate: businessDate().nullable(),
    bankruptcyCaseNumber: text(60, 'K 1234-26').nullable(),
    bankruptcyTrustee: text(200, 'Advokat Berg').nullable(),
    /** By which claims have to be filed with the trustee. */
    lastClaimDate: businessDate().nullable(),
    /** What the tenant thinks of it, which nobody else learns. */
    ratingInternal: text(20, 'B').nullable(),
    ...versioned,
  },
  uniques: [
    {
      name: 'system_debtor_identification_unique',
      properties: ['tenantId', 'countryCode', 'identificationNumber'],
    },
  ],
  indexes: [
    { name: 'system_debtor_number_index', properties: ['tenantId', 'identificationNumber'] },
    { name: 'system_debtor_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'system_debtor_status_index', properties: ['tenantId', 'status', 'id'] },
    {
      name: 'system_debtor_rating_index',
      properties: ['tenantId', 'ratingInternal', 'id'],
      where: { ratingInternal: { $ne: null } },
    },
  ],
})
export type SystemDebtor = InferEntity<typeof SystemDebtor>

/** The limit of an identity in a currency, and how much of it is used. */
export const SystemDebtorCreditStatus = defineEntity({
  name: 'SystemDebtorCreditStatus',
  ...tenantTable('system_debtor_credit_status', {
    boundMayWrite: 'what their debtor owes counts against its limit',
    references: { systemDebtorId: 'system_debtor' },
    events: { SYSTEM_DEBTOR: { means: ofRow('limit') } },
  }),
  properties: {
    ...identified('SC'),
    systemDebtorId: idOf('SystemDebtor'),
    currency: currency(),
    /** Null if nobody has set a limit; then nothing is limited. */
    creditLimit: amount().nullable(),
    utilised: amount(),
    reserved: amount(),
    ...versioned,
  },
  uniques: [
    {
      name: 'system_debtor_credit_status_unique',
      properties: ['tenantId', 'systemDebtorId', 'currency'],
    },
  ],
})
export type SystemDebtorCreditStatus = InferEntity<typeof SystemDebtorCreditStatus>
