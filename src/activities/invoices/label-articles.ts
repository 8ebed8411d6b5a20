import type { z } from 'zod'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Article, ArticleLabel } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'

export const labelArticlesInput = bodyOf(ArticleLabel, ['name']).extend({
  articleId: id('Article').optional(),
})
type NewLabel = z.output<typeof labelArticlesInput>

const labelsMax = 50

/** Adds a label to one row of an invoice, or to all its present rows. */
export async function labelArticles(
  unit: Unit,
  invoiceId: string,
  { name, articleId }: NewLabel,
): Promise<ArticleLabel> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  const where = articleId === undefined ? { invoiceId } : { invoiceId, id: articleId }
  const articles = await unit.all(Article, where)
  if (articleId !== undefined && articles.length === 0) {
    invalid('/articleId', 'NOT_FOUND', 'The invoice has no row with this id')
  }
  const labels = await unit.all(ArticleLabel, { invoiceId })
  if (labels.length >= labelsMax) invalid('/name', 'TOO_MANY', `At most ${labelsMax} labels`)
  if (labels.some((label) => label.name === name && (label.articleId ?? undefined) === articleId)) {
    refuse('ALREADY_EXISTS', {
      errors: [{ pointer: '/name', code: 'ALREADY_EXISTS', message: 'It is there already' }],
    })
  }
  for (const article of articles) {
    if (!article.labels.includes(name)) article.labels = [...article.labels, name]
  }
  return unit.add(ArticleLabel, {
    invoiceId,
    clientId: invoice.clientId,
    debtorId: invoice.debtorId,
    articleId: articleId ?? null,
    name,
  })
}
