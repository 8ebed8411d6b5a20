import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { productsWithoutTerms } from '../domain/clients/product.ts'
import { idOf, list, name, prose } from './columns.ts'
import { identified, noTwoAlike, tenantTable, versioned } from './table.ts'

/** The terms that many clients have alike; what is chosen for it holds for all of them. */
export const ClientFinancialPriceTemplate = defineEntity({
  name: 'ClientFinancialPriceTemplate',
  ...tenantTable('client_financial_price_template', {
    references: { tenantId: 'tenant', logotypeId: 'document' },
    events: { TEMPLATE: { means: ofRow(), rights: ['ReadTemplate'] } },
  }),
  properties: {
    ...identified('PT'),
    name: name(100, 'Factoring, small clients'),
    description: prose(500),
    /** The products that a new client of it has from the beginning. */
    products: list(productsWithoutTerms),
    /** What its clients may be given as the logotype of their documents. */
    logotypeId: idOf('Document').nullable(),
    /** One that is not is given to no further client; those that have it keep it. */
    enabled: p.boolean(),
    ...versioned,
  },
  uniques: [
    { name: 'client_financial_price_template_name_unique', properties: ['tenantId', 'name'] },
  ],
  indexes: [
    noTwoAlike('client_financial_price_template'),
    {
      name: 'client_financial_price_template_enabled_index',
      properties: ['tenantId', 'enabled', 'id'],
    },
    {
      name: 'client_financial_price_template_created_index',
      properties: ['tenantId', 'createdAt', 'id'],
    },
  ],
})
export type ClientFinancialPriceTemplate = InferEntity<typeof ClientFinancialPriceTemplate>
