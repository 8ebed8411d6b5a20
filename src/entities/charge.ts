import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { chargeTypes, vatTreatments } from '../domain/pricing/price.ts'
import { chargeSources, chargeStatuses, lifeOfCharge } from '../domain/reminders/charge.ts'
import {
  amount,
  anyId,
  businessDate,
  currency,
  exactNumber,
  idOf,
  oneOf,
  principalId,
  prose,
  wholeNumber,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What the tenant takes from a client for one thing that happened, or that a person entered. */
export const Charge = defineEntity({
  name: 'Charge',
  ...tenantTable('charge', {
    clientColumn: 'client_id',
    filledTo: 60,
    references: {
      clientId: 'client',
      priceListId: 'price_list',
      priceBracketId: 'price_bracket',
      billId: 'bill',
    },
    events: {
      CHARGE: {
        means: [...lifeOfCharge.events('status'), ...ofRow()],
        rights: ['ReadCharge', 'ReadCharges'],
        shows: ['chargeType', 'status', 'amount', 'currency', 'chargeDate', 'billId'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('KG'),
    clientId: idOf('Client'),
    chargeType: oneOf(40, chargeTypes),
    sourceType: oneOf(20, chargeSources),
    /** What happened; none of what a person entered. */
    sourceId: anyId('FE').nullable(),
    /** Of what is charged month by month. */
    period: p.string().length(7),
    quantity: wholeNumber({ least: 1, most: 1_000_000_000, example: 1 }),
    /** What it is charged for, where its price hangs on that. */
    basisAmount: amount(),
    /** How many there had been in the month with it, by which its bracket was chosen. */
    volume: wholeNumber({ example: 1 }),
    /** By the version of the list, whose price may have been in a bracket. */
    unitPrice: exactNumber('2.50').nullable(),
    percent: exactNumber('1.5').nullable(),
    priceListId: idOf('PriceList').nullable(),
    priceBracketId: idOf('PriceBracket').nullable(),
    amount: amount(),
    currency: currency(),
    vatTreatment: oneOf(20, vatTreatments),
    vatRate: exactNumber('25'),
    chargeDate: businessDate(),
    status: p.enum(chargeStatuses),
    billId: idOf('Bill').nullable(),
    text: prose(200),
    createdBy: principalId(),
    authorizedBy: principalId().nullable(),
    ...versioned,
  },
  uniques: [
    // What happened is charged once; what a person entered has no source.
    {
      name: 'charge_source_unique',
      properties: ['tenantId', 'sourceId', 'chargeType', 'period'],
    },
  ],
  indexes: [
    { name: 'charge_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'charge_date_index', properties: ['tenantId', 'chargeDate', 'id'] },
    { name: 'charge_type_index', properties: ['tenantId', 'chargeType', 'id'] },
    {
      name: 'charge_bill_index',
      properties: ['tenantId', 'billId', 'id'],
      where: { billId: { $ne: null } },
    },
    // Almost all of them are billed.
    {
      name: 'charge_status_index',
      properties: ['tenantId', 'status', 'id'],
      where: { status: { $ne: 'BILLED' } },
    },
    {
      name: 'charge_to_bill_index',
      expression: `create index charge_to_bill_index on charge (tenant_id, client_id, charge_date) where status = 'AUTHORIZED'`,
    },
  ],
})
export type Charge = InferEntity<typeof Charge>
