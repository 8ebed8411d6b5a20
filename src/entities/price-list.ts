import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated } from '../domain/event-rules.ts'
import { bracketBases, chargeTypes, targetTypes, vatTreatments } from '../domain/pricing/price.ts'
import { anyId, businessDate, currency, exactNumber, idOf, oneOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

const notBelowZero = (example: string) =>
  exactNumber(example, {
    pattern: /^\d{1,12}(?:\.\d{1,6})?$/,
    says: 'From 0 on, in decimal notation with at most six places',
  })

/** Of a hundred: what is charged for may be small beside it, and not without bound. */
const ofHundred = () =>
  exactNumber('1.5', {
    pattern: /^(?:1000(?:\.0{1,6})?|\d{1,3}(?:\.\d{1,6})?)$/,
    says: 'From 0 to 1000, in decimal notation with at most six places',
  })

/**
 * What somebody's clients pay in a currency from a day on, until its next version begins: written
 * once, so that what was charged by it is explained by it for ever.
 */
export const PriceList = defineEntity({
  name: 'PriceList',
  ...tenantTable('price_list', {
    clientColumn: 'client_id',
    immutable: [],
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      PRICE_LIST: {
        means: [onCreated('created')],
        rights: ['ReadPriceList', 'ReadPriceLists'],
        shows: ['targetType', 'targetId', 'currency', 'validFrom'],
      },
    },
  }),
  properties: {
    ...identified('KL'),
    targetType: oneOf(20, targetTypes),
    /** None of the tenant's own. */
    targetId: anyId('C.').nullable(),
    clientId: idOf('Client').nullable(),
    currency: currency(),
    validFrom: businessDate(),
    /** Of those that begin on one day the last is in force. */
    revision: p.integer(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'price_list_version_unique',
      expression: `create unique index price_list_version_unique on price_list (tenant_id, target_type, target_id, currency, valid_from, revision) nulls not distinct`,
    },
    { name: 'price_list_target_index', properties: ['tenantId', 'targetId', 'id'] },
    { name: 'price_list_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'price_list_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'price_list_from_index', properties: ['tenantId', 'validFrom', 'id'] },
  ],
})
export type PriceList = InferEntity<typeof PriceList>

/** What one kind of charge costs by a version of a list. */
export const Price = defineEntity({
  name: 'Price',
  ...tenantTable('price', {
    silent: true,
    clientColumn: 'client_id',
    immutable: [],
    references: { priceListId: 'price_list', clientId: 'client' },
  }),
  properties: {
    ...identified('KQ'),
    priceListId: idOf('PriceList'),
    clientId: idOf('Client').nullable(),
    chargeType: oneOf(40, chargeTypes),
    /** Each so much, in the currency of the list. */
    fixed: notBelowZero('2.50').nullable(),
    percent: ofHundred().nullable(),
    min: notBelowZero('10').nullable(),
    max: notBelowZero('500').nullable(),
    /** If it says nothing, what the client's bills say. */
    vatTreatment: oneOf(20, vatTreatments).nullable(),
    bracketBasis: oneOf(10, bracketBases),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'price_charge_unique', properties: ['tenantId', 'priceListId', 'chargeType'] }],
  checks: [{ name: 'price_limits', expression: `coalesce("max" >= "min", true)` }],
})
export type Price = InferEntity<typeof Price>

/** From where to where another price holds. */
export const PriceBracket = defineEntity({
  name: 'PriceBracket',
  ...tenantTable('price_bracket', {
    silent: true,
    clientColumn: 'client_id',
    immutable: [],
    references: { priceListId: 'price_list', priceId: 'price', clientId: 'client' },
  }),
  properties: {
    ...identified('KB'),
    priceListId: idOf('PriceList'),
    priceId: idOf('Price'),
    clientId: idOf('Client').nullable(),
    chargeType: oneOf(40, chargeTypes),
    from: notBelowZero('0'),
    to: notBelowZero('100').nullable(),
    fixed: notBelowZero('2.50').nullable(),
    percent: ofHundred().nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'price_bracket_from_unique', properties: ['tenantId', 'priceId', 'from'] }],
  indexes: [
    // No two end at one value, and one alone is open.
    {
      name: 'price_bracket_to_unique',
      expression: `create unique index price_bracket_to_unique on price_bracket (tenant_id, price_id, "to") nulls not distinct`,
    },
    { name: 'price_bracket_list_index', properties: ['tenantId', 'priceListId', 'id'] },
    { name: 'price_bracket_charge_index', properties: ['tenantId', 'chargeType', 'id'] },
  ],
  checks: [
    {
      name: 'price_bracket_is_not_empty',
      expression: `"from" >= 0 and coalesce("to" > "from", true)`,
    },
  ],
})
export type PriceBracket = InferEntity<typeof PriceBracket>
