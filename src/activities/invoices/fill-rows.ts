import type { RowSent } from '../../domain/invoices/article-row.ts'
import { articlesNamed, filledRows } from '../../domain/invoices/registered-article.ts'
import { ClientArticle } from '../../entities/client-article.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { tenantOf } from '../access/tenant-of.ts'

/** Fills rows that name an article of the client's register with what they leave out. */
export async function fillRows(
  unit: Unit,
  rows: readonly RowSent[],
  { clientId, invoiceCurrency }: { clientId: string; invoiceCurrency: string },
): Promise<readonly RowSent[]> {
  const articleNumber = articlesNamed(rows)
  if (articleNumber.length === 0) return rows
  const [known, { currency }] = await Promise.all([
    unit.all(ClientArticle, { clientId, articleNumber: { $in: articleNumber }, active: true }),
    tenantOf(unit),
  ])
  const register = new Map(known.map((article) => [article.articleNumber, article]))
  return filledRows(rows, register, invoiceCurrency === currency)
}
