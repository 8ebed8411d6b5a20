import { articleLists } from '../../activities/invoices/lists.ts'
import { updateArticles } from '../../activities/invoices/tasks.ts'
import { updateArticleInput, updateArticle } from '../../activities/invoices/update-article.ts'
import { Article } from '../../entities/article.ts'
import { bulk } from '../../behaviours/bulk.ts'
import { collection } from '../../kernel/read/collection.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { articleView } from './views.ts'

export const articles = collection(Article, {
  noun: ['article', 'articles'],
  shows: articleView,
  ...articleLists,
})

export default {
  listArticles: operation('GET /articles', 'ReadArticles', articles.list),
  searchArticles: operation('POST /articles/search', 'SearchArticles', articles.search),
  readArticle: operation('GET /articles/{id}', 'ReadArticle', articles.read),

  updateArticle: operation('PUT /articles/{id}', 'UpdateArticles', {
    summary: 'Change a row; once its invoice is booked its classification alone',
    body: updateArticleInput.meta({ id: 'ArticleChange' }),
    shows: articleView,
    refuses: ['ARTICLE_NOT_CHANGEABLE', 'ACCOUNT_MISSING', 'CONTROL_ACCOUNT', 'PERIOD_LOCKED'],
  }).handle(({ unit, params, body }) => updateArticle(unit, params.id, body)),

  updateArticlesInBulk: operation(
    'PUT /articles/bulk-update',
    'UpdateArticles',
    bulk({
      task: 'articles.bulkUpdate',
      work: updateArticles,
      summary: 'Update many rows in the background, each as if alone',
    }),
  ),
} satisfies Room
