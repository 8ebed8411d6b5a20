import { sql } from 'kysely'
import { z } from 'zod'
import { productCodes, type ProductCode } from '../../domain/clients/product.ts'
import { financingStatuses } from '../../domain/factoring/financing-status.ts'
import { invoiceTypes, mainStatuses, type MainStatus } from '../../domain/invoices/invoice.ts'
import { id } from '../../kernel/read/fields.ts'
import { ledgerStatusFilter } from './ledger-filter.ts'
import { dates, exact, instants, text, type Filter } from '../../kernel/read/filter.ts'

const isDraft = 'booked_date is null'
const isSuspended = 'paused_from is not null and closed_date is null'

/** Main status and product move with every activation, so the few of them are found by others. */
const ofStatus: Partial<Record<MainStatus, string>> = {
  CREATED: isDraft,
  PENDING_AUTHORIZATION: isDraft,
  PENDING: isDraft,
  ACTIVATING: isDraft,
  DENIED_FINANCING: `financing_status = 'DENIED'`,
  PAUSED: isSuspended,
  DISPUTED: isSuspended,
  STOPPED: isSuspended,
  ARCHIVED: 'archived_at is not null',
}

/** What is booked has the service as its product until it is sold. */
const ofProduct: Record<
  Exclude<ProductCode, 'INVOICE_SERVICE' | 'INVOICE_FACTORING_SELL'>,
  string
> = {
  INVOICE_FACTORING_PLEDGE: isDraft,
  REMINDER: isDraft,
  COLLECTION: isDraft,
  PART_PAYMENT: isDraft,
  BUSINESS_LOAN: isDraft,
  CREDIT_INSURANCE: isDraft,
}

const isSold = `(${isDraft} or financing_status <> 'NONE')`

/** The planner takes product and financing for independent: nearly all of a status are sold. */
const soldApart = [
  isDraft,
  ...financingStatuses
    .filter((status) => status !== 'NONE')
    .map((status) => `financing_status = '${status}' and booked_date is not null`),
].map(
  (fact) =>
    sql<boolean>`(${sql.raw(fact)} and coalesce(product_code = 'INVOICE_FACTORING_SELL', false))`,
)

/** The filters and sorts of all lists of invoices. */
export const invoiceLists = {
  filters: {
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    invoiceNumber: text(),
    type: exact(z.enum(invoiceTypes)),
    mainStatus: {
      ...exact(z.enum(mainStatuses)),
      implies: ofStatus,
      same: { ARCHIVED: 'archived_at is not null' },
    },
    ledgerStatus: ledgerStatusFilter,
    financingStatus: exact(z.enum(financingStatuses)),
    productCode: {
      ...exact(z.enum(productCodes)),
      implies: { ...ofProduct, INVOICE_FACTORING_SELL: isSold },
      apart: (value) => (value === 'INVOICE_FACTORING_SELL' ? soldApart : undefined),
    } satisfies Filter,
    paymentReference: exact(),
    invoiceDate: dates(),
    expireDate: dates(),
    bookedDate: dates(),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'invoiceNumber', 'invoiceDate', 'expireDate', 'bookedDate'],
  aside: {
    field: 'mainStatus',
    value: 'ARCHIVED',
    askedBy: ['mainStatus', 'invoiceNumber', 'paymentReference'],
  },
} as const

/** The filters and sorts of lists of article rows. */
export const articleLists = {
  filters: {
    clientId: exact(id('Client')),
    invoiceId: exact(id('Invoice')),
    articleNumber: text(),
    accountNumber: exact(),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'articleNumber'],
  sortOfFew: { articleNumber: ['invoiceId'] },
} as const
