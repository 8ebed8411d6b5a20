import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { businessDate, code, currency, exactNumber } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** The rate by which a law counts late interest in a currency, from a day on, as published. */
export const BaseInterestRate = defineEntity({
  name: 'BaseInterestRate',
  ...tenantTable('base_interest_rate', {
    silent: true,
    shared: true,
    references: { tenantId: 'tenant' },
  }),
  properties: {
    ...identified('KR'),
    currency: currency(),
    code: code('SE_REFERENCE'),
    /** Of a hundred, a year. */
    rate: exactNumber('2'),
    validFrom: businessDate(),
    source: p.string().length(200),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'base_interest_rate_unique', properties: ['tenantId', 'code', 'validFrom'] }],
  indexes: [
    { name: 'base_interest_rate_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'base_interest_rate_from_index', properties: ['tenantId', 'validFrom', 'id'] },
  ],
})
export type BaseInterestRate = InferEntity<typeof BaseInterestRate>
