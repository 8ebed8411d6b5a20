import { z } from 'zod'
import { updateArticle } from '../../activities/invoices/update-article.ts'
import { rowTypes } from '../../domain/invoices/invoice.ts'
import { Article } from '../../entities/article.ts'
import { bulk } from '../../behaviours/bulk.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'
import { rowFields, rowNamesOfOurs } from './payload.ts'
import { articleView } from './views.ts'

export const articles = collection(Article, {
  noun: ['article', 'articles'],
  shows: articleView,
  filters: {
    clientId: exact(id('Client')),
    invoiceId: exact(id('Invoice')),
    articleNumber: text(),
    accountNumber: exact(),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'articleNumber'],
})

const labels = z.array(z.string().trim().min(1).max(100)).max(50).optional()

const computed = ['netAmount', 'vatAmount', 'grossAmount', 'version']
const ofOurs = [...rowNamesOfOurs.filter((name) => name !== 'labels'), ...computed]

/** What of a row can change; after booking its classification alone. */
const ArticleChange = openEnded({ ...rowFields, type: z.enum(rowTypes).optional(), labels }, ofOurs)

export default {
  listArticles: operation('GET /articles', 'ReadArticles', articles.list),
  searchArticles: operation('POST /articles/search', 'SearchArticles', articles.search),
  readArticle: operation('GET /articles/{id}', 'ReadArticle', articles.read),

  updateArticle: operation('PUT /articles/{id}', 'UpdateArticles', {
    summary: 'Change a row; once its invoice is booked its classification alone',
    body: ArticleChange.meta({ id: 'ArticleChange' }),
    shows: articleView,
    refuses: ['ARTICLE_NOT_CHANGEABLE', 'ACCOUNT_MISSING', 'CONTROL_ACCOUNT', 'PERIOD_LOCKED'],
  }).handle(({ unit, params, body }) => updateArticle(unit, params.id, body as never)),

  updateArticlesInBulk: operation(
    'PUT /articles/bulk-update',
    'UpdateArticles',
    bulk({
      task: 'articles.bulkUpdate',
      over: articles.table,
      kind: 'Article',
      summary: 'Update many rows in the background, each as if alone',
      more: { changes: ArticleChange },
    }),
  ),
} satisfies Room
