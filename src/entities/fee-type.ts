import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { components } from '../domain/bookkeeping/ledger.ts'
import { onCreated } from '../domain/event-rules.ts'
import { statutoryKeys } from '../domain/reminders/statutory.ts'
import { code, currency, exactNumber, name, oneOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

export const beneficiaries = ['TENANT', 'CLIENT'] as const

/** A fee that debtors are charged, and whose it is: written once, for what is booked by it. */
export const FeeType = defineEntity({
  name: 'FeeType',
  ...tenantTable('fee_type', {
    immutable: [],
    references: { tenantId: 'tenant' },
    events: { FEE_TYPE: { means: [onCreated('created')], rights: ['ReadCollectionFeeType'] } },
  }),
  properties: {
    ...identified('FT'),
    code: code('REMINDER'),
    name: name(100, 'Reminder fee'),
    component: oneOf(20, components),
    currency: currency(),
    /** So much, or so many hundredths of what is owed. */
    amount: exactNumber('60', {
      pattern: /^\d{1,12}(?:\.\d{1,4})?$/,
      says: 'From 0 on, in decimal notation with at most four places',
    }).nullable(),
    percent: exactNumber('2', {
      pattern: /^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/,
      says: 'From 0 to 100, in decimal notation',
    }).nullable(),
    /** The law that limits it; where that says nothing of such a fee, none. */
    statutoryKey: oneOf(40, statutoryKeys).nullable(),
    beneficiary: oneOf(10, beneficiaries),
    /** The tenant takes VAT of the client on its share. */
    vatOnClient: p.boolean(),
    /** It may be claimed of the debtor, and not of the client alone. */
    claimable: p.boolean(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'fee_type_code_unique', properties: ['tenantId', 'code'] }],
  indexes: [
    { name: 'fee_type_component_index', properties: ['tenantId', 'component', 'id'] },
    { name: 'fee_type_currency_index', properties: ['tenantId', 'currency', 'id'] },
  ],
})
export type FeeType = InferEntity<typeof FeeType>
