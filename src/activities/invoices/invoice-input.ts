import { z } from 'zod'
import { decimalText, vatPercentage, percentSent } from '../../kernel/read/amounts.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'
import { DebtorSent } from '../debtors/debtor-input.ts'
import { currencies } from '../../domain/currencies.ts'
import { furtherMax } from '../../domain/further-fields.ts'
import { invoiceTypes, rowTypes } from '../../domain/invoices/invoice.ts'
import { id } from '../../kernel/read/fields.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { Article } from '../../entities/article.ts'

const word = (max: number) => z.string().trim().min(1).max(max)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish()

export const rowFields = {
  type: optional(z.enum(rowTypes)),
  ...bodyOf(Article, ['articleNumber', 'description']).shape,
  quantity: optional(decimalText),
  ...bodyOf(Article, ['unit']).shape,
  price: optional(decimalText),
  discountPercent: optional(percentSent),
  discountAmount: optional(decimalText),
  vatPercentage: optional(vatPercentage),
  ...bodyOf(Article, ['accountNumber', 'costCentre', 'project']).shape,
}

export const rowReadOnlyFields = [
  'id',
  'invoiceId',
  'clientId',
  'debtorId',
  'rowNo',
  'labels',
  'currency',
  'createdAt',
  'updatedAt',
  'further',
]

const ArticleRowSent = openEnded(
  {
    ...rowFields,
    netAmount: optional(decimalText),
    vatAmount: optional(decimalText),
    grossAmount: optional(decimalText),
  },
  rowReadOnlyFields,
).meta({
  id: 'ArticleRowSent',
  example: {
    articleNumber: '7',
    description: 'Consulting',
    quantity: '10',
    unit: 'h',
    price: '1250.00',
    vatPercentage: 25,
    accountNumber: '3001',
  },
})

const day = z.iso.date()
const currency = z.enum(currencies).meta({ example: 'SEK' })

export const CurrencySent = z
  .strictObject({ invoiceCurrency: optional(currency), baseCurrency: optional(currency) })
  .meta({ id: 'CurrencySent' })

const rowsMax = 1000

const changeable = {
  invoiceNumber: word(60).meta({ example: '2026-1001' }),
  articleRows: z.array(ArticleRowSent).max(rowsMax),
  debtor: DebtorSent,
  currency: optional(CurrencySent),
  serviceProviderCode: optional(word(40)),
  articleRowsGenerate: optional(z.boolean()),
  references: optional(
    z
      .record(word(60), z.string().max(200))
      .refine((sent) => Object.keys(sent).length <= furtherMax, `At most ${furtherMax} references`),
  ),
}

const dates = { invoiceDate: day, expireDate: day, deliveryDate: optional(day) }

/** The body that creates an invoice, as the specification's tables have it. */
export const createInvoiceInput = z
  .strictObject({
    ...changeable,
    dates: z.strictObject(dates),
    clientId: optional(id('Client')),
    type: optional(z.enum(invoiceTypes)),
  })
  .meta({ id: 'InvoiceSent' })

/** What of it can still change. */
export const updateInvoiceInput = z
  .strictObject({ ...changeable, dates: z.strictObject(dates).partial() })
  .partial()
  .meta({ id: 'InvoiceChangeSent' })
