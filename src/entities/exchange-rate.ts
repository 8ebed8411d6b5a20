import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { businessDate, currency, exactNumber } from './columns.ts'
import { inTenant, tenantTable } from './table.ts'

/** How much of a currency one of the base was worth on a day, as somebody published it. */
export const ExchangeRate = defineEntity({
  name: 'ExchangeRate',
  ...tenantTable('exchange_rate', { silent: true, references: { tenantId: 'tenant' } }),
  properties: {
    ...inTenant,
    base: currency().primary(),
    currency: currency().primary(),
    date: businessDate().primary(),
    rate: exactNumber(),
    source: p.string().length(40),
    loadedAt: p.datetime(3),
  },
  indexes: [{ name: 'exchange_rate_date_index', properties: ['tenantId', 'date'] }],
})
export type ExchangeRate = InferEntity<typeof ExchangeRate>
