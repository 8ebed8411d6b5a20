import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { rowTypes } from '../domain/invoices/invoice.ts'
import {
  amount,
  currency,
  exactNumber,
  furtherFields,
  idOf,
  list,
  prose,
  text,
  accountNumber,
  name,
} from './columns.ts'
import { articleToDebtor, ofIssuedInvoice } from './debtor-sees.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** One row of an invoice. */
export const Article = defineEntity({
  name: 'Article',
  ...tenantTable('article', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: ofIssuedInvoice,
    debtorIsShown: articleToDebtor,
    owner: { entity: 'Invoice', key: 'invoiceId' },
    references: { invoiceId: 'invoice' },
    onMove: 'follows',
    events: { INVOICE: { means: ofRow('article') } },
  }),
  properties: {
    ...identified('AR'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    rowNo: p.integer(),
    type: p.enum(rowTypes),
    articleNumber: text(60).nullable(),
    description: prose(1000).nullable(),
    /** As they were sent, since no field of a row is mandatory. */
    quantity: p.string().length(40).nullable(),
    unit: prose(20).nullable(),
    price: p.string().length(40).nullable(),
    discountPercent: p.string().length(40).nullable(),
    discountAmount: p.string().length(40).nullable(),
    vatPercentage: exactNumber().nullable(),
    accountNumber: accountNumber().nullable(),
    costCentre: text(60).nullable(),
    project: text(60).nullable(),
    /** Of its amounts: the invoice's. */
    currency: currency(),
    netAmount: amount(),
    vatAmount: amount(),
    grossAmount: amount(),
    labels: list(),
    /** Fields beyond these, under the names they came with. */
    further: furtherFields(),
    ...versioned,
  },
  uniques: [{ name: 'article_row_unique', properties: ['tenantId', 'invoiceId', 'rowNo'] }],
  indexes: [
    {
      name: 'article_number_index',
      properties: ['tenantId', 'articleNumber'],
      where: { articleNumber: { $ne: null } },
    },
    {
      name: 'article_account_index',
      properties: ['tenantId', 'accountNumber'],
      where: { accountNumber: { $ne: null } },
    },
    // Without the id, the key of a client, an account or a number is stored once for all its rows.
    { name: 'article_client_index', properties: ['tenantId', 'clientId'] },
  ],
})
export type Article = InferEntity<typeof Article>

/** A word put on an invoice's rows, for statistics. */
export const ArticleLabel = defineEntity({
  name: 'ArticleLabel',
  ...tenantTable('article_label', {
    clientColumn: 'client_id',
    owner: { entity: 'Invoice', key: 'invoiceId' },
    references: { invoiceId: 'invoice', articleId: 'article' },
    onMove: 'follows',
    events: { INVOICE: { means: ofRow('articleLabel') } },
  }),
  properties: {
    ...identified('AL'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    articleId: idOf('Article').nullable(),
    name: name(100),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'article_label_invoice_index', properties: ['tenantId', 'invoiceId', 'id'] }],
})
export type ArticleLabel = InferEntity<typeof ArticleLabel>
