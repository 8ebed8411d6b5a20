import { z } from 'zod'
import { productCodes } from '../../domain/clients/product.ts'
import { financingStatuses } from '../../domain/factoring/financing-status.ts'
import { invoiceTypes, mainStatuses } from '../../domain/invoices/invoice.ts'
import { id } from '../../kernel/read/fields.ts'
import { ledgerStatusFilter } from './ledger-filter.ts'
import { dates, exact, instants, text } from '../../kernel/read/filter.ts'

/** The filters and sorts of all lists of invoices. */
export const invoiceLists = {
  filters: {
    clientId: exact(id('Client')),
    debtorId: exact(id('Debtor')),
    invoiceNumber: text(),
    type: exact(z.enum(invoiceTypes)),
    mainStatus: exact(z.enum(mainStatuses)),
    ledgerStatus: ledgerStatusFilter,
    financingStatus: exact(z.enum(financingStatuses)),
    productCode: exact(z.enum(productCodes)),
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
} as const
