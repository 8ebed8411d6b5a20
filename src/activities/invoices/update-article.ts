import { z } from 'zod'
import { rowTypes } from '../../domain/invoices/invoice.ts'
import { openEnded } from '../../kernel/read/open-ended.ts'
import { rowFields, rowReadOnlyFields } from './invoice-input.ts'
import type { Entry } from '../../domain/bookkeeping/entry.ts'
import { amountsOfRows, type CalculatedRows } from '../../domain/invoices/row-amounts.ts'
import type { RowSent } from '../../domain/invoices/article-row.ts'
import { mayChangeRow } from '../../domain/invoices/invoice-sent.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import {
  controlNumbersAmong,
  numbersIn,
  refuseNumbers,
} from '../bookkeeping/refuse-control-numbers.ts'
import { isMoved, reclassifying, type Reclassified, type Reclassifying } from './reclassify-sale.ts'
import { registersOf, type FillRows } from './fill-rows.ts'
import { byField } from '../../kernel/read/rows.ts'
import type { Changes } from '../../kernel/write/new-row.ts'
import { setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import {
  articlesOf,
  asSent,
  saidIn,
  storeRows,
  termsOfClients,
  type TermsOfClient,
} from './update-invoice.ts'

const labels = z.array(z.string().trim().min(1).max(100)).max(50).optional()

const computed = ['netAmount', 'vatAmount', 'grossAmount', 'version']
const ofOurs = [...rowReadOnlyFields.filter((name) => name !== 'labels'), ...computed]

/** The fields of a row that can change; after booking only its classification. */
export const updateArticleInput = openEnded(
  { ...rowFields, type: z.enum(rowTypes).optional(), labels },
  ofOurs,
)

type Sent = RowSent & { labels?: readonly string[] | undefined }

/** A row with its invoice. */
interface Row {
  article: Article
  invoice: Invoice
}

interface Facts {
  /** All rows of an invoice that is not booked yet, in their order. */
  rowsOf(invoice: Invoice): readonly Article[]
  termsOf(clientId: string): TermsOfClient
  /** Of these numbers, those of the client's control accounts. */
  controlNumbersOf(clientId: string): readonly string[]
  fill: FillRows
  sales: Reclassifying
}

interface RowChanged {
  fields: Changes<Article>
  /** All rows of the invoice, while it is not booked. */
  calculated?: CalculatedRows
  /** What moves its sale in the books. */
  entry?: Entry | undefined
}

const updating = setForm<Row, Sent, Facts, RowChanged, Article>({
  hold: heldRows,
  idOf: ({ article }) => article.id,
  read,
  rule,
  write(unit, { article, invoice }, { fields, calculated }, { rowsOf }) {
    unit.update(Article, article, fields)
    if (calculated !== undefined) storeRows(unit, invoice, rowsOf(invoice), calculated)
    return article
  },
  touches: ({ invoice }) => [invoice.id],
  async finish(_, made, { sales }) {
    await sales.post(made.flatMap(({ change }) => change.entry ?? []))
  },
})

/**
 * Changes a row. While the invoice is CREATED every field can change, and its totals are calculated
 * again.
 */
export const updateArticle = updating.one
/** The same change of many rows. */
export const updateManyArticles = updating.many

/** Rows of an invoice are changed one after the other, so that each change sees the one before. */
const ofRows = 'id in (select invoice_id from article where tenant_id = $1 and id = any($2))'

async function heldRows(unit: Unit, articleIds: readonly string[]): Promise<Row[]> {
  const invoices = await unit.readEach(Invoice, ofRows, [articleIds], 'held')
  const articles = await unit.readEach(Article, 'id = any($2)', [articleIds])
  const byId = byField(invoices, 'id')
  return articles.flatMap((article) => {
    const invoice = byId.get(article.invoiceId)
    return invoice === undefined ? [] : [{ article, invoice }]
  })
}

async function read(unit: Unit, rows: readonly Row[], sent: Sent): Promise<Facts> {
  const invoices = [...new Set(rows.map(({ invoice }) => invoice))]
  const open = invoices.filter(({ mainStatus }) => mainStatus === 'CREATED')
  const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
  const ofOpen = [...new Set(open.map(({ clientId }) => clientId))]
  const fields = saidIn(sent)
  const moved = rows
    .filter(({ invoice: { mainStatus } }) => mainStatus !== 'CREATED')
    .filter(({ invoice: { mainStatus } }) => mayChangeRow(mainStatus, fields))
    .map((row) => movedBy(row, sent))
  const rowsOf = await articlesOf(unit, open)
  const [termsOf, controlNumbersOf, fill, sales] = await Promise.all([
    termsOfClients(unit, ofOpen),
    controlNumbersAmong(unit, clientIds, numbersIn(numberOf(sent))),
    registersOf(unit, ofOpen, sent.articleNumber == null ? [] : [sent.articleNumber]),
    reclassifying(unit, moved),
  ])
  return { rowsOf, termsOf, controlNumbersOf, fill, sales }
}

const numberOf = ({ accountNumber: number }: Sent) => [{ number, pointer: '/accountNumber' }]

function rule(row: Row, facts: Facts, { labels, ...sent }: Sent): RowChanged {
  const { article, invoice } = row
  if (!mayChangeRow(invoice.mainStatus, saidIn({ ...sent, labels }))) {
    refuse('ARTICLE_NOT_CHANGEABLE')
  }
  const labelled = labels === undefined ? {} : { labels: [...new Set(labels)] }
  refuseNumbers(numberOf(sent), facts.controlNumbersOf(invoice.clientId))
  if (invoice.mainStatus !== 'CREATED') {
    const moved = movedBy(row, sent)
    if (!isMoved(moved)) return { fields: labelled }
    return { fields: { ...labelled, ...moved.after }, entry: facts.sales.entryOf(moved) }
  }
  const before = facts.rowsOf(invoice)
  const changed = withRegister(invoice, article, sent, facts.fill)
  const rows = before.map((each) => ({ ...asSent(each), ...(each === article && changed) }))
  const { invoiceCurrency, baseCurrency, rate } = invoice
  const terms = { dates: invoice, invoiceCurrency, baseCurrency, rate }
  const by = { ...terms, ...facts.termsOf(invoice.clientId) }
  const calculated = pointedAt(before.indexOf(article), () => amountsOfRows(rows, false, by))
  return { fields: labelled, calculated }
}

/** A row that changes to another article takes the values that are not sent from the register. */
function withRegister(
  invoice: Invoice,
  { type, articleNumber }: Article,
  sent: RowSent,
  fill: FillRows,
): RowSent {
  const wanted = sent.articleNumber
  if (wanted == null || wanted === articleNumber) return sent
  const [filled = sent] = fill([{ ...sent, type: sent.type ?? type }], invoice)
  return {
    ...sent,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value != null)),
  }
}

/** A booked row changes its classification together with the books. */
function movedBy({ invoice, article }: Row, sent: RowSent): Reclassified {
  const { accountNumber, costCentre, project } = article
  const before = { accountNumber, costCentre, project }
  const after = { ...before }
  for (const field of ['accountNumber', 'costCentre', 'project'] as const) {
    if (sent[field] !== undefined) after[field] = sent[field]
  }
  return { invoice, row: article, before, after }
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
