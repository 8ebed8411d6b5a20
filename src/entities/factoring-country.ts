import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { amount, currency, exactNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Whether and how far claims on debtors of a country are bought. */
export const FactoringCountry = defineEntity({
  name: 'FactoringCountry',
  ...tenantTable('factoring_country', {
    id: 'FactoringCountry',
    references: { tenantId: 'tenant' },
  }),
  properties: {
    ...identified,
    code: p.string().length(2),
    enabled: p.boolean(),
    currencies: p.array().columnType('text[]').$type<string[]>(),
    maxLimit: amount().nullable(),
    maxLimitCurrency: currency().nullable(),
    riskWeight: exactNumber(),
    requiresInsurance: p.boolean(),
    ...versioned,
  },
  uniques: [{ name: 'factoring_country_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    { name: 'factoring_country_enabled_index', properties: ['tenantId', 'enabled', 'id'] },
    { name: 'factoring_country_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type FactoringCountry = InferEntity<typeof FactoringCountry>
