import { z } from 'zod'
import { labelArticles } from '../../../activities/invoices/label-articles.ts'
import { Article, ArticleLabel } from '../../../entities/article.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { id, instant, name } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { ArticleView, showArticle } from '../views.ts'

const ArticleLabelView = z
  .object({
    id: id('ArticleLabel'),
    invoiceId: id('Invoice'),
    articleId: id('Article').nullable(),
    name: name(),
    createdAt: instant,
  })
  .meta({ id: 'ArticleLabel' })

const show = (label: ArticleLabel): z.output<typeof ArticleLabelView> => ({
  id: label.id,
  invoiceId: label.invoiceId,
  articleId: label.articleId ?? null,
  name: label.name,
  createdAt: label.createdAt.toISOString(),
})

const labels = collection(ArticleLabel, {
  noun: ['article label', 'article labels'],
  view: ArticleLabelView,
  show,
  filters: {},
  sort: ['id'],
}).owned(Invoice, 'invoiceId')

const rows = collection(Article, {
  noun: ['article', 'articles'],
  view: ArticleView,
  show: showArticle,
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
      body: z.strictObject({ name: name(), articleId: id('Article').optional() }),
      returns: ArticleLabelView,
      shows: show,
      refuses: ['ALREADY_EXISTS'],
      locate: ({ invoiceId }) => `/invoices/${invoiceId}/article_labels`,
    },
  ).handle(({ unit, params, body }) => labelArticles(unit, params.invoiceId, body)),
} satisfies Room
