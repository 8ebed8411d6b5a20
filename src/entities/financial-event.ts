import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { claimTypes, components, financialEventTypes } from '../domain/bookkeeping/ledger.ts'
import { anyId, amount, businessDate, code, currency, idOf, prose, principalId } from './columns.ts'
import { moneyOnTheClaim, moneyToDebtor } from './debtor-sees.ts'
import { identified, tenantTable } from './table.ts'

/**
 * What happened with money, once and for ever: the only source of vouchers and balances. Its amount
 * is the signed effect on what the debtor owes; one without effect has its facts, and vouchers.
 */
export const FinancialEvent = defineEntity({
  name: 'FinancialEvent',
  ...tenantTable('financial_event', {
    moment: 'recordedAt',
    running: ['sourceKey'],
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: moneyOnTheClaim,
    debtorIsShown: moneyToDebtor,
    immutable: ['reversedById'],
    owner: {
      entity: {
        field: 'claimType',
        entities: { INVOICE: 'Invoice', BUSINESS_LOAN: 'BusinessLoan' },
      },
      key: 'claimId',
    },
    onMove: { stays: 'It is booked', keepsDebtor: true },
    references: { clientId: 'client' },
    events: {
      INVOICE_FINANCIAL_EVENT: {
        means: [onChange('reversedById', 'reversed'), ...ofRow()],
        rights: ['ReadInvoiceFinancialEvent', 'ReadInvoiceFinancialEvents'],
        shows: ['claimId', 'type', 'component', 'amount', 'currency', 'bookDate'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('FE'),
    claimType: p.enum(claimTypes).nullable(),
    claimId: anyId('I').nullable(),
    /** None while nobody knows whose money it is. */
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    type: p.enum(financialEventTypes),
    component: p.enum(components).nullable(),
    amount: amount(),
    currency: currency(),
    bookDate: businessDate(),
    valueDate: businessDate(),
    recordedAt: p.datetime(3),
    /** What makes it happen once: unique for ever. */
    sourceKey: p.string().length(200),
    sourceType: p.string().length(40),
    sourceId: anyId('I'),
    reasonCode: code().nullable(),
    text: prose(500),
    /** How many vouchers book it in both books, including those that could not be made yet. */
    voucherCount: p.integer(),
    /** The amounts that its posting rule needs, in minor units as text. */
    facts: p.json<Record<string, unknown>>().columnType('json'),
    reversesId: idOf('FinancialEvent').nullable(),
    reversedById: idOf('FinancialEvent').nullable(),
    createdBy: principalId(),
  },
  uniques: [
    { name: 'financial_event_source_unique', properties: ['tenantId', 'sourceKey'] },
    {
      name: 'financial_event_reverses_unique',
      properties: ['tenantId', 'reversesId'],
      where: { reversesId: { $ne: null } },
    },
  ],
  indexes: [
    { name: 'financial_event_claim_index', properties: ['tenantId', 'claimId'] },
    { name: 'financial_event_client_index', properties: ['tenantId', 'clientId'] },
    { name: 'financial_event_debtor_index', properties: ['tenantId', 'debtorId'] },
    { name: 'financial_event_date_index', properties: ['tenantId', 'bookDate', 'id'] },
    { name: 'financial_event_type_index', properties: ['tenantId', 'type'] },
  ],
})
export type FinancialEvent = InferEntity<typeof FinancialEvent>
