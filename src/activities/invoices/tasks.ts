import { z } from 'zod'
import { together } from '../../domain/invoices/activation.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import { id } from '../../kernel/read/fields.ts'
import { someChange } from '../../kernel/read/some-change.ts'
import { tableOf } from '../../kernel/read/table.ts'
import { taskOf } from '../task.ts'
import {
  acceptForActivation,
  acceptManyForActivation,
  acceptForActivationInput,
} from './accept-for-activation.ts'
import { articleLists, invoiceLists } from './lists.ts'
import { linkCredit, linkManyCredits } from './link-credit.ts'
import { updateInvoiceInput } from './invoice-input.ts'
import { updateArticleInput, updateArticle, updateManyArticles } from './update-article.ts'
import { updateInvoice, updateManyInvoices } from './update-invoice.ts'

const invoices = tableOf(Invoice, invoiceLists)
const articles = tableOf(Article, articleLists)

/** The fields that can be changed for many invoices at once. */
const InvoiceBulkChange = someChange(
  updateInvoiceInput.pick({
    serviceProviderCode: true,
    references: true,
    dates: true,
    articleRowsGenerate: true,
  }),
).meta({ id: 'InvoiceBulkChange', example: { serviceProviderCode: 'INTERNAL' } })

export const updateArticles = taskOf({
  kind: 'Article',
  over: articles,
  input: z.object({ changes: someChange(updateArticleInput) }),
  one: (unit, articleId, { changes }) => updateArticle(unit, articleId, changes),
  many: (unit, ids, { changes }) => updateManyArticles(unit, ids, changes),
})

export const activateInvoices = taskOf({
  kind: 'Invoice',
  over: invoices,
  input: acceptForActivationInput,
  one: acceptForActivation,
  many: acceptManyForActivation,
})

export const updateInvoices = taskOf({
  kind: 'Invoice',
  over: invoices,
  input: z.object({ changes: InvoiceBulkChange }),
  one: (unit, invoiceId, { changes }) => updateInvoice(unit, invoiceId, changes),
  many: (unit, ids, { changes }) => updateManyInvoices(unit, ids, changes),
})

const Debit = z.object({ id: id('Invoice'), amount: z.string().optional() })

export const linkCredits = taskOf({
  kind: 'Invoice',
  // By credit note, what it pays.
  input: z.object({ debits: z.record(z.string(), z.array(Debit)) }),
  one: (unit, creditId, { debits }) =>
    linkCredit(unit, { creditId, debits: debits[creditId] ?? [] }),
  many: (unit, ids, { debits }) => linkManyCredits(unit, ids, debits),
  togetherMax: together,
  touches:
    ({ debits }) =>
    (creditId) => [creditId, ...(debits[creditId] ?? []).map((debit) => debit.id)],
})
