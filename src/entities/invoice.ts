import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { lifeOfInvoice } from '../domain/invoices/transitions.ts'
import { ledgerStatusOn } from '../domain/invoices/ledger-status.ts'
import { ofRow, onChange } from '../domain/event-rules.ts'
import { productCodes } from '../domain/clients/product.ts'
import { financingStatuses } from '../domain/factoring/financing-status.ts'
import {
  invoiceTypes,
  ledgerStatuses,
  mainStatuses,
  type LedgerStatus,
} from '../domain/invoices/invoice.ts'
import {
  amount,
  businessDate,
  currency,
  exactNumber,
  idOf,
  list,
  text,
  principalId,
} from './columns.ts'
import { invoiceToDebtor, issuedInvoice, issuedToDebtor } from './debtor-sees.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** The VAT of one rate, in minor units of the invoice's currency, as text. */
export interface VatOfRate {
  rate: string
  base: string
  amount: string
}

/** What is not found with the open claims that are not due, with drafts, or everywhere. */
const rareLedgerStatuses: LedgerStatus[] = [
  'REMINDER',
  'COLLECTION',
  'ENFORCEMENT',
  'SURVEILLANCE',
  'PART_PAYMENT',
  'PARTLY_PAID',
  'OVERPAID',
  'CREDITED',
  'WRITTEN_OFF',
  'REVERSED',
]

/** Of claims on which something is still to be paid. */
export const owedLedgerStatuses: LedgerStatus[] = [
  'NOT_DUE',
  'PARTLY_PAID',
  'REMINDER',
  'COLLECTION',
  'ENFORCEMENT',
  'SURVEILLANCE',
  'PART_PAYMENT',
]

/** What few invoices are, and stay: an ordinary one stands in none of these indexes. */
const unusual = `type <> 'INVOICE' or financing_status <> 'NONE' or ledger_status in (${rareLedgerStatuses
  .map((status) => `'${status}'`)
  .join(', ')})`

/** The few in an order of the list, with what they are asked by, which is then looked up here. */
const unusualBy = (order: string, column: string) => ({
  name: `invoice_unusual_${order}_index`,
  expression:
    `create index invoice_unusual_${order}_index on invoice ` +
    `(tenant_id, ${column}, id, type, ledger_status, financing_status, due_date) where ${unusual}`,
})

/** Open claims in an order of the list: the day says which of them are due, and passes over others. */
const openBy = (order: string, column: string) => ({
  name: `invoice_open_${order}_index`,
  expression:
    `create index invoice_open_${order}_index on invoice (tenant_id, ${column}, id, due_date) ` +
    `where ledger_status in ('NOT_DUE', 'PARTLY_PAID')`,
})

/** A claim of a client on a debtor. */
export const Invoice = defineEntity({
  name: 'Invoice',
  ...tenantTable('invoice', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: issuedInvoice,
    debtorIsShown: invoiceToDebtor,
    references: { clientId: 'client', debtorId: 'debtor' },
    onMove: 'follows',
    filledTo: 80,
    events: {
      INVOICE: {
        means: [
          ...lifeOfInvoice.events('mainStatus'),
          onChange('bookedDate', 'activated'),
          onChange('pausedFrom', 'resumed'),
          ...ofRow(),
        ],
        rights: ['ReadInvoice', 'ReadInvoices'],
        shows: ['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate'],
        onDay: { ledgerStatus: ledgerStatusOn },
        toDebtor: issuedToDebtor,
      },
      INVOICE_BALANCE: {
        means: [onChange('balance', 'changed')],
        rights: ['ReadInvoice', 'ReadInvoices'],
        shows: [
          'invoiceNumber',
          'ledgerStatus',
          'balance',
          'paidAmount',
          'creditedAmount',
          'baseCurrency',
        ],
        currency: 'baseCurrency',
        onDay: { ledgerStatus: ledgerStatusOn },
        toDebtor: () => true,
      },
    },
  }),
  properties: {
    ...identified('I'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    invoiceNumber: text(60, '2026-1001'),
    type: p.enum(invoiceTypes),
    productCode: p.enum(productCodes).nullable(),
    serviceProviderCode: p.string().length(40).nullable(),
    mainStatus: p.enum(mainStatuses),
    /** Without the day: whether it is due or overdue follows from `dueDate`. */
    ledgerStatus: p.enum(ledgerStatuses),
    financingStatus: p.enum(financingStatuses),
    /** Where it returns to when it is resumed. */
    pausedFrom: p.enum(mainStatuses).nullable(),
    invoiceDate: businessDate(),
    expireDate: businessDate(),
    /** By which it is to be paid: the one on the document, or the business day after it. */
    dueDate: businessDate().nullable(),
    deliveryDate: businessDate().nullable(),
    bookedDate: businessDate().nullable(),
    pausedUntil: businessDate().nullable(),
    /** No interest runs from this day on: that of its pause, or of a bankruptcy before it. */
    interestPausedFrom: businessDate().nullable(),
    soldDate: businessDate().nullable(),
    recourseDate: businessDate().nullable(),
    closedDate: businessDate().nullable(),
    archivedAt: p.datetime(3).nullable(),
    invoiceCurrency: currency(),
    baseCurrency: currency(),
    /** Base currency for one of the invoice's; frozen when it is made. */
    rate: exactNumber('1'),
    /** The day that the rate is of, and who published it. */
    rateDate: businessDate().nullable(),
    rateSource: p.string().length(40).nullable(),
    articleRowsGenerate: p.boolean(),
    /** In the invoice's currency, as on the document. A credit note's are positive too. */
    netAmount: amount({ currency: 'invoiceCurrency' }),
    vatAmount: amount({ currency: 'invoiceCurrency' }),
    roundingAmount: amount({ currency: 'invoiceCurrency' }),
    grossAmount: amount({ currency: 'invoiceCurrency' }),
    vats: p.json<VatOfRate[]>().columnType('json'),
    /** In the base currency: what the debtor owes now, kept beside its financial events. */
    balance: amount({ currency: 'baseCurrency' }),
    paidAmount: amount({ currency: 'baseCurrency' }),
    creditedAmount: amount({ currency: 'baseCurrency' }),
    feesAmount: amount({ currency: 'baseCurrency' }),
    interestAmount: amount({ currency: 'baseCurrency' }),
    writtenOffAmount: amount({ currency: 'baseCurrency' }),
    paymentReference: p.string().length(30).nullable(),
    references: p.json<Record<string, string>>().columnType('json').nullable(),
    /** The debtor as it was sent with the invoice. */
    debtorSent: p.json<Record<string, unknown>>().columnType('json'),
    reasonCodes: list(),
    activationNumber: p.integer(),
    createdBy: principalId(),
    ...versioned,
  },
  uniques: [
    {
      name: 'invoice_number_unique',
      properties: ['tenantId', 'invoiceNumber', 'clientId', 'type'],
    },
  ],
  // What an activation moves stands in none but those that it has to enter or leave.
  indexes: [
    { name: 'invoice_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'invoice_debtor_index', properties: ['tenantId', 'debtorId', 'id'] },
    { name: 'invoice_date_index', properties: ['tenantId', 'invoiceDate', 'id'] },
    { name: 'invoice_expire_index', properties: ['tenantId', 'expireDate', 'id'] },
    { name: 'invoice_draft_index', properties: ['tenantId', 'id'], where: { bookedDate: null } },
    {
      name: 'invoice_booked_index',
      properties: ['tenantId', 'bookedDate', 'id'],
      where: { bookedDate: { $ne: null } },
    },
    {
      name: 'invoice_open_index',
      properties: ['tenantId', 'id', 'dueDate'],
      where: { ledgerStatus: { $in: ['NOT_DUE', 'PARTLY_PAID'] } },
    },
    {
      name: 'invoice_ledger_index',
      properties: ['tenantId', 'ledgerStatus', 'id', 'dueDate'],
      where: { ledgerStatus: { $in: rareLedgerStatuses } },
    },
    {
      name: 'invoice_suspended_index',
      properties: ['tenantId', 'id'],
      where: { pausedFrom: { $ne: null }, closedDate: null },
    },
    {
      name: 'invoice_archived_index',
      properties: ['tenantId', 'id'],
      where: { archivedAt: { $ne: null } },
    },
    {
      name: 'invoice_financing_index',
      properties: ['tenantId', 'financingStatus', 'id'],
      where: { financingStatus: { $ne: 'NONE' } },
    },
    {
      name: 'invoice_type_index',
      properties: ['tenantId', 'type', 'id'],
      where: { type: { $ne: 'INVOICE' } },
    },
    openBy('number', 'invoice_number'),
    openBy('date', 'invoice_date'),
    openBy('expire', 'expire_date'),
    openBy('booked', 'booked_date'),
    unusualBy('number', 'invoice_number'),
    unusualBy('date', 'invoice_date'),
    unusualBy('expire', 'expire_date'),
    unusualBy('booked', 'booked_date'),
    {
      name: 'invoice_reference_index',
      properties: ['tenantId', 'paymentReference'],
      where: { paymentReference: { $ne: null } },
    },
    // What a debtor may pay with money of which only the payer is known.
    {
      name: 'invoice_owed_index',
      properties: ['tenantId', 'debtorId', 'id'],
      where: { ledgerStatus: { $in: owedLedgerStatuses } },
    },
    // What may go back to its client, once the day for that has come.
    {
      name: 'invoice_recourse_index',
      properties: ['tenantId', 'id', 'recourseDate'],
      where: {
        financingStatus: { $in: ['FINANCED', 'REFINANCED'] },
        recourseDate: { $ne: null },
        ledgerStatus: { $in: owedLedgerStatuses },
      },
    },
    // What looks like a claim that was asked for before.
    {
      name: 'invoice_asked_index',
      expression: `create index invoice_asked_index on invoice (tenant_id, debtor_id, invoice_date, gross_amount) where financing_status <> 'NONE'`,
    },
  ],
})
export type Invoice = InferEntity<typeof Invoice>
