import { z } from 'zod'
import { clientOfToken } from '../../../activities/access/client-of-token.ts'
import { refuseControlNumbers } from '../../../activities/bookkeeping/refuse-control-numbers.ts'
import { ClientArticle } from '../../../entities/client-article.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { change, id } from '../../../kernel/read/fields.ts'
import { exact, instants, text } from '../../../kernel/read/filter.ts'
import { vatPercentage } from '../../../kernel/read/amounts.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { bodyOf } from '../../../kernel/read/body.ts'

const articleFields = [
  'articleNumber',
  'description',
  'unit',
  'price',
  'accountNumber',
  'active',
] as const

const clientArticleView = viewOf(ClientArticle, ['id', 'clientId', ...articleFields, 'versioned'], {
  more: {
    vatPercentage: z.number().nullable().meta({ example: 25 }),
  },
  show: (article) => ({
    vatPercentage: article.vatPercentage == null ? null : Number(article.vatPercentage),
  }),
})

const articles = collection(ClientArticle, {
  noun: ['article of a register', 'articles of registers'],
  shows: clientArticleView,
  filters: {
    clientId: exact(id('Client')),
    articleNumber: text(),
    description: text(),
    createdAt: instants(),
  },
  sort: ['articleNumber', 'description', 'createdAt'],
})

const written = bodyOf(ClientArticle, articleFields)
  .partial({ active: true })
  .extend({ vatPercentage: vatPercentage.nullish() })

const numberOf = ({ accountNumber: number }: { accountNumber?: string | null | undefined }) => ({
  number,
  pointer: '/accountNumber',
})

interface Sent {
  vatPercentage?: number | null | undefined
}

/** Rates are sent as numbers, and stored as exact decimals. */
function asKept<T extends Sent>({ vatPercentage: rate, ...sent }: T) {
  if (rate === undefined) return sent
  return { ...sent, vatPercentage: rate === null ? null : String(rate) }
}

export default {
  listClientArticles: operation('GET /clients/articles', 'ReadClientArticle', articles.list),
  searchClientArticles: operation(
    'POST /clients/articles/search',
    'SearchClientArticle',
    articles.search,
  ),
  readClientArticle: operation('GET /clients/articles/{id}', 'ReadClientArticle', articles.read),

  createClientArticle: operation('POST /clients/articles', 'CreateClientArticle', {
    summary: "Add an article to a client's register",
    body: written.extend({ clientId: id('Client').optional() }),
    shows: clientArticleView,
    refuses: ['ALREADY_EXISTS', 'CONTROL_ACCOUNT', 'NOT_FOUND'],
  }).handle(async ({ unit, body: { clientId: named, articleNumber, description, ...more } }) => {
    const clientId = await clientOfToken(unit, named)
    await refuseControlNumbers(unit, clientId, [numberOf(more)])
    const article = { clientId, articleNumber, description, active: true }
    return change(unit.add(ClientArticle, article), asKept(more))
  }),

  updateClientArticle: operation('PUT /clients/articles/{id}', 'UpdateClientArticle', {
    summary: "Change an article of a client's register",
    body: written.partial(),
    shows: clientArticleView,
    refuses: ['ALREADY_EXISTS', 'CONTROL_ACCOUNT'],
  }).handle(async ({ unit, params, body }) => {
    const article = await unit.load(ClientArticle, params.id)
    await refuseControlNumbers(unit, article.clientId, [numberOf(body)])
    return change(article, asKept(body))
  }),

  deleteClientArticle: operation('DELETE /clients/articles/{id}', 'DeleteClientArticle', {
    names: { entity: ClientArticle },
    summary: "Remove an article from a client's register",
  }).handle(async ({ unit, params }) => {
    unit.remove(await unit.load(ClientArticle, params.id))
  }),
} satisfies Room
