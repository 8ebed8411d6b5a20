import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { rowTypes } from '../../domain/invoices/invoice.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'
import { rowFields, rowReadOnlyFields } from './invoice-input.ts'
import { amountsOfRows } from '../../domain/invoices/row-amounts.ts'
import type { RowSent } from '../../domain/invoices/article-row.ts'
import { mayChangeRow } from '../../domain/invoices/invoice-sent.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import { refuseControlNumbers } from '../bookkeeping/refuse-control-numbers.ts'
import { reclassifySale } from './reclassify-sale.ts'
import { fillRows } from './fill-rows.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { asSent, storeRows, amountTermsOf } from './update-invoice.ts'

const labels = z.array(z.string().trim().min(1).max(100)).max(50).optional()

const computed = ['netAmount', 'vatAmount', 'grossAmount', 'version']
const ofOurs = [...rowReadOnlyFields.filter((name) => name !== 'labels'), ...computed]

/** The fields of a row that can change; after booking only its classification. */
export const updateArticleInput = openEnded(
  { ...rowFields, type: z.enum(rowTypes).optional(), labels },
  ofOurs,
)

/** Rows of an invoice are changed one after the other, so that each change sees the one before. */
const ofRow = 'id = (select invoice_id from article where tenant_id = $1 and id = $2)'

/**
 * Changes a row. While the invoice is CREATED every field can change, and its totals are calculated
 * again.
 */
export async function updateArticle(
  unit: Unit,
  articleId: string,
  { labels, ...sent }: RowSent & { labels?: readonly string[] | undefined },
): Promise<Article> {
  await holdWhere(unit, Invoice, ofRow, [articleId])
  const article = await unit.load(Article, articleId)
  const invoice = await unit.load(Invoice, article.invoiceId)
  const said = Object.entries({ ...sent, labels }).filter(([, value]) => value !== undefined)
  const fields = said.map(([name]) => name)
  if (!mayChangeRow(invoice.mainStatus, fields)) refuse('ARTICLE_NOT_CHANGEABLE')
  if (labels !== undefined) article.labels = [...new Set(labels)]
  const { accountNumber: number } = sent
  await refuseControlNumbers(unit, invoice.clientId, [{ number, pointer: '/accountNumber' }])
  if (invoice.mainStatus !== 'CREATED') {
    await reclassify(unit, invoice, article, sent)
    return article
  }
  const before = (await unit.all(Article, { invoiceId: invoice.id })).toSorted(
    (a, b) => a.rowNo - b.rowNo,
  )
  const changed = await withRegister(unit, invoice, article, sent)
  const rows = before.map((row) => (row === article ? { ...asSent(row), ...changed } : asSent(row)))
  const terms = await amountTermsOf(unit, invoice)
  const calculated = pointedAt(before.indexOf(article), () => amountsOfRows(rows, false, terms))
  storeRows(unit, invoice, before, calculated)
  return article
}

/** A row that changes to another article takes the values that are not sent from the register. */
async function withRegister(
  unit: Unit,
  invoice: Invoice,
  { type, articleNumber }: Article,
  sent: RowSent,
): Promise<RowSent> {
  const wanted = sent.articleNumber
  if (wanted == null || wanted === articleNumber) return sent
  const [filled = sent] = await fillRows(unit, [{ ...sent, type: sent.type ?? type }], invoice)
  return {
    ...sent,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value != null)),
  }
}

/** A booked row changes its classification together with the books. */
async function reclassify(
  unit: Unit,
  invoice: Invoice,
  article: Article,
  sent: RowSent,
): Promise<void> {
  const { accountNumber, costCentre, project } = article
  const before = { accountNumber, costCentre, project }
  const after = { ...before }
  for (const field of ['accountNumber', 'costCentre', 'project'] as const) {
    if (sent[field] !== undefined) after[field] = sent[field]
  }
  if (isDeepStrictEqual(after, before)) return
  await reclassifySale(unit, invoice, article, after)
  Object.assign(article, after)
}

/** What is wrong with a row of an invoice is wrong with the body, where that is the row. */
function pointedAt<T>(at: number, calculate: () => T): T {
  try {
    return calculate()
  } catch (error) {
    if (!(error instanceof Refusal) || error.facts.errors === undefined) throw error
    const errors = error.facts.errors.map(({ pointer, ...fault }) => ({
      ...fault,
      pointer: pointer.replace(/^\/articleRows(?:\/(\d+)(?=\/|$))?/, (whole, row?: string) =>
        row === undefined || Number(row) === at ? '' : whole,
      ),
    }))
    throw new Refusal(error.code, { ...error.facts, errors })
  }
}
