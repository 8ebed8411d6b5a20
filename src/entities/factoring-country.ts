import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { amount, countryCode, currency, exactNumber, list } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Whether and how far claims on debtors of a country are bought. */
export const FactoringCountry = defineEntity({
  name: 'FactoringCountry',
  ...tenantTable('factoring_country', {
    steady: 'always',
    references: { tenantId: 'tenant' },
    events: { FACTORING_COUNTRY: { means: ofRow(), rights: ['ReadFactoringCountry'] } },
  }),
  properties: {
    ...identified('FC'),
    code: countryCode(),
    enabled: p.boolean(),
    currencies: list(),
    maxLimit: amount({ currency: 'maxLimitCurrency' }).nullable(),
    maxLimitCurrency: currency().nullable(),
    riskWeight: exactNumber('1.5', {
      pattern: /^\d{1,3}(?:\.\d{1,6})?$/,
      says: 'A number in decimal notation',
    }),
    requiresInsurance: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'factoring_country_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [{ name: 'factoring_country_enabled_index', properties: ['tenantId', 'enabled', 'id'] }],
})
export type FactoringCountry = InferEntity<typeof FactoringCountry>
