import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { agreedTerms, productCodes, productFamilies } from '../domain/clients/product.ts'
import { businessDate, idOf, share, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

const longestDays = 3650

/** A product of a client: whether it is enabled, and its terms. */
export const ClientProduct = defineEntity({
  name: 'ClientProduct',
  ...tenantTable('client_product', {
    steady: 'always',
    clientColumn: 'client_id',
    tenantsAlone: agreedTerms,
    references: { clientId: 'client' },
    events: {
      CLIENT_PRODUCT: {
        means: [onChange('enabled', 'toggled'), ...ofRow()],
        rights: ['ReadClientProduct', 'ReadClientProducts'],
      },
    },
  }),
  properties: {
    ...identified('CP'),
    clientId: idOf('Client'),
    productCode: p.enum(productCodes),
    family: p.enum(productFamilies),
    enabled: p.boolean(),
    isDefault: p.boolean(),
    recourse: p.boolean(),
    recourseDays: wholeNumber({ most: longestDays }).nullable(),
    /** Shares of the claim, as fractions: 0.9 is ninety per cent. */
    advanceRate: share(),
    reserveRate: share('0.1'),
    commissionRate: share('0.02'),
    commissionVatRate: share('0.25'),
    minTenorDays: wholeNumber({ most: longestDays }).nullable(),
    maxTenorDays: wholeNumber({ most: longestDays }).nullable(),
    limitsApply: p.boolean(),
    /** An operator makes every decision. */
    manualControl: p.boolean(),
    validFrom: businessDate(),
    ...versioned,
  },
  uniques: [
    { name: 'client_product_code_unique', properties: ['tenantId', 'clientId', 'productCode'] },
  ],
  indexes: [
    { name: 'client_product_code_index', properties: ['tenantId', 'productCode', 'id'] },
    { name: 'client_product_family_index', properties: ['tenantId', 'family', 'id'] },
    { name: 'client_product_enabled_index', properties: ['tenantId', 'enabled', 'id'] },
  ],
})
export type ClientProduct = InferEntity<typeof ClientProduct>
