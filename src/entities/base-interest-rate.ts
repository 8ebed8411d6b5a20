import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { baseRateCodes } from '../domain/system/base-interest.ts'
import { businessDate, currency, exactNumber, oneOf, text } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** What late interest is added to from a day on, as somebody published it: written once. */
export const BaseInterestRate = defineEntity({
  name: 'BaseInterestRate',
  ...tenantTable('base_interest_rate', {
    silent: true,
    shared: true,
    immutable: [],
    references: { tenantId: 'tenant' },
  }),
  properties: {
    ...identified('BI'),
    code: oneOf(20, baseRateCodes),
    currency: currency(),
    /** In hundredths a year. */
    rate: exactNumber('2.5'),
    validFrom: businessDate(),
    /** Of those that begin on one day the last is in force: a mistake is put right by another. */
    revision: p.integer(),
    source: text(40, 'Riksbanken'),
    createdAt: p.datetime(3),
  },
  uniques: [
    {
      name: 'base_interest_rate_version_unique',
      properties: ['tenantId', 'code', 'validFrom', 'revision'],
    },
  ],
  indexes: [
    { name: 'base_interest_rate_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'base_interest_rate_from_index', properties: ['tenantId', 'validFrom', 'id'] },
  ],
})
export type BaseInterestRate = InferEntity<typeof BaseInterestRate>
