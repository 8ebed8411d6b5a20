import { labelArticles, labelArticlesInput } from '../../../activities/invoices/label-articles.ts'
import { Article, ArticleLabel } from '../../../entities/article.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { articleView } from '../views.ts'

const articleLabelView = viewOf(ArticleLabel, ['id', 'invoiceId', 'articleId', 'name', 'createdAt'])

const labels = collection(ArticleLabel, {
  noun: ['article label', 'article labels'],
  shows: articleLabelView,
  filters: {},
  sort: ['id'],
}).owned(Invoice, 'invoiceId')

const rows = collection(Article, {
  noun: ['article', 'articles'],
  shows: articleView,
  filters: {},
  sort: ['rowNo'],
}).owned(Invoice, 'invoiceId')

export default {
  listArticlesOfInvoice: operation('GET /invoices/{invoiceId}/articles', 'ReadInvoiceArticles', {
    ...rows,
    summary: 'List the rows of an invoice',
  }),

  listArticleLabelsOfInvoice: operation(
    'GET /invoices/{invoiceId}/article_labels',
    'ReadArticleLabels',
    {
      ...labels,
      summary: "List the labels of an invoice's rows",
    },
  ),

  createArticleLabel: operation(
    'POST /invoices/{invoiceId}/article_labels',
    'CreateArticleLabels',
    {
      summary: 'Put a label on one row of an invoice, or on all',
      body: labelArticlesInput,
      shows: articleLabelView,
      refuses: ['ALREADY_EXISTS'],
      locate: ({ invoiceId }) => `/invoices/${invoiceId}/article_labels`,
    },
  ).handle(({ unit, params, body }) => labelArticles(unit, params.invoiceId, body)),
} satisfies Room
