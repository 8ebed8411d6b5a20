import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import type { DueDateCalendar } from '../../domain/dates.ts'
import type { InvoiceRate } from '../../domain/bookkeeping/exchange-rates.ts'
import { debtorAsSent } from '../../domain/debtors/debtor-sent.ts'
import {
  amountsOfRows,
  type CalculatedRows,
  type AmountTerms,
} from '../../domain/invoices/row-amounts.ts'
import type { RowSent } from '../../domain/invoices/article-row.ts'
import {
  checkDates,
  dueDateOf,
  mayChange,
  type InvoiceChange,
} from '../../domain/invoices/invoice-sent.ts'
import { guaranteeIn, type Guarantee } from '../../domain/invoices/guarantor.ts'
import type { MainStatus } from '../../domain/invoices/invoice.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { refuse } from '../../domain/refusal.ts'
import { Article, ArticleLabel } from '../../entities/article.ts'
import { Client } from '../../entities/client.ts'
import { Document } from '../../entities/document.ts'
import { InvoiceGuarantor } from '../../entities/invoice-guarantor.ts'
import { Invoice } from '../../entities/invoice.ts'
import { numbersOfRows, refuseControlNumbers } from '../bookkeeping/refuse-control-numbers.ts'
import { matchDebtor } from '../debtors/match-debtor.ts'
import { refuseGuaranteeing } from '../debtors/refuse-guaranteeing.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Changes } from '../../kernel/write/new-row.ts'
import { heldRows, setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { invoiceSettings } from '../clients/settings.ts'
import { calendarOf } from './calendar.ts'
import { sums, type InvoiceWithRows } from './create-invoice.ts'
import { exchangeRatesOf } from './exchange-rate-of.ts'
import { fillRows } from './fill-rows.ts'
import { placeOf, refuseSecond } from './invoice-place.ts'
import { datesSettings } from './settings.ts'

interface Facts {
  /** The rows of those that may change, in their order. */
  articlesOf(invoice: Invoice): readonly Article[]
  /** Where its currency is sent. */
  guarantorsOf(invoice: Invoice): readonly InvoiceGuarantor[]
  termsOf(invoice: Invoice): TermsOfClient
  rateOf(one: Terms & InvoiceRate): InvoiceRate
  /** What stands beside, where the parties or the rows are sent: of one invoice alone. */
  beside: Beside
}

interface Beside {
  debtorId?: string
  /** Shown to whoever the debtor is. */
  toDebtor: readonly (Document | ArticleLabel)[]
  labels: readonly ArticleLabel[]
  rows?: readonly RowSent[]
}

interface InvoiceChanged {
  fields: Changes<Invoice>
  calculated: CalculatedRows | null
  guarantees: readonly (readonly [InvoiceGuarantor, Guarantee])[]
}

interface Written {
  invoice: Invoice
  /** Where they were calculated again. */
  articles?: Article[]
}

const updating = setForm<Invoice, InvoiceChange, Facts, InvoiceChanged, Written>({
  ...heldRows(Invoice),
  read,
  rule,
  write(unit, invoice, { fields, calculated, guarantees }, { articlesOf, beside }) {
    unit.update(Invoice, invoice, fields)
    for (const [guarantor, terms] of guarantees) unit.update(InvoiceGuarantor, guarantor, terms)
    if (calculated === null) return { invoice }
    const { debtorId } = beside
    if (debtorId !== undefined) for (const row of beside.toDebtor) row.debtorId = debtorId
    const before = articlesOf(invoice)
    const surplus = new Set(before.slice(calculated.rows.length).map(({ id }) => id))
    for (const label of beside.labels) if (surplus.has(label.articleId ?? '')) unit.remove(label)
    return { invoice, articles: storeRows(unit, invoice, before, calculated) }
  },
})

/** The same change of many invoices. */
export const updateManyInvoices = updating.many

/**
 * Changes the sent fields; while the invoice is CREATED, all but its client and type may change.
 */
export async function updateInvoice(
  unit: Unit,
  invoiceId: string,
  sent: InvoiceChange,
): Promise<InvoiceWithRows> {
  const { invoice, articles } = await updating.one(unit, invoiceId, sent)
  return { invoice, articles: articles ?? (await unit.all(Article, { invoiceId })) }
}

async function read(unit: Unit, invoices: readonly Invoice[], sent: InvoiceChange): Promise<Facts> {
  const open = invoices.filter(({ mainStatus }) => mainStatus === 'CREATED')
  const terms = open.map((invoice) => termsAfter(invoice, sent))
  const clientIds = [...new Set(open.map(({ clientId }) => clientId))]
  const [articles, guarantors, termsOf, rateOf] = await Promise.all([
    articlesOf(unit, open),
    guarantorsOf(unit, sent.currency?.baseCurrency === undefined ? [] : open),
    termsOfClients(unit, clientIds),
    isRatedAnew(sent) ? exchangeRatesOf(unit, terms) : (one: InvoiceRate) => one,
  ])
  return {
    articlesOf: articles,
    guarantorsOf: guarantors,
    termsOf: ({ clientId }) => termsOf(clientId),
    rateOf,
    beside: await readBeside(unit, open, sent),
  }
}

/** The rows of each, in their order. */
export async function articlesOf(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<(invoice: Invoice) => readonly Article[]> {
  if (invoices.length === 0) return () => []
  const ids = invoices.map(({ id }) => id)
  const articles = await unit.readEach(Article, 'invoice_id = any($2)', [ids])
  const rows = Map.groupBy(
    articles.toSorted((a, b) => a.rowNo - b.rowNo),
    ({ invoiceId }) => invoiceId,
  )
  return ({ id }) => rows.get(id) ?? []
}

async function guarantorsOf(unit: Unit, invoices: readonly Invoice[]) {
  const ids = invoices.map(({ id }) => id)
  const all =
    ids.length === 0 ? [] : await unit.readEach(InvoiceGuarantor, 'invoice_id = any($2)', [ids])
  const byInvoice = Map.groupBy(all, ({ invoiceId }) => invoiceId)
  return ({ id }: Invoice) => byInvoice.get(id) ?? []
}

const isRatedAnew = ({ dates, currency }: InvoiceChange) =>
  dates?.invoiceDate !== undefined || Object.keys(currency ?? {}).length > 0

/** The parties and rows of an invoice whose body says them, and what stands beside these. */
async function readBeside(
  unit: Unit,
  open: readonly Invoice[],
  sent: InvoiceChange,
): Promise<Beside> {
  const beside: Beside = { toDebtor: [], labels: [] }
  for (const invoice of open) {
    const { id: invoiceId, clientId } = invoice
    await refuseTaken(unit, invoice, sent)
    if (sent.debtor !== undefined) {
      const debtor = await matchDebtor(unit, clientId, sent.debtor)
      beside.debtorId = debtor.id
      if (debtor.id !== invoice.debtorId) {
        await refuseGuaranteeing(unit, debtor, [invoiceId])
        beside.toDebtor = await shownToDebtor(unit, invoiceId)
      }
    }
    if (sent.articleRows === undefined) continue
    await refuseControlNumbers(unit, clientId, numbersOfRows(sent.articleRows))
    const { invoiceCurrency } = termsAfter(invoice, sent)
    beside.rows = await fillRows(unit, sent.articleRows, { clientId, invoiceCurrency })
    beside.labels = await unit.all(ArticleLabel, { invoiceId })
  }
  return beside
}

/** Notes and documents of the invoice are from now on visible to the new debtor only. */
async function shownToDebtor(unit: Unit, invoiceId: string): Promise<(Document | ArticleLabel)[]> {
  const attached = await unit.all(Document, { invoiceId, type: 'ATTACHMENT' })
  return [...attached, ...(await unit.all(ArticleLabel, { invoiceId }))]
}

async function refuseTaken(
  unit: Unit,
  { clientId, type, invoiceNumber: before }: Invoice,
  { invoiceNumber = before }: InvoiceChange,
): Promise<void> {
  if (invoiceNumber === before) return
  const nobody = { customerNumber: '', accountNumbers: [] }
  refuseSecond(await placeOf(unit, { clientId, invoiceNumber, type }, nobody))
}

function rule(invoice: Invoice, facts: Facts, sent: InvoiceChange): InvoiceChanged {
  if (!mayChange(invoice.mainStatus, saidIn(sent))) refuseChange(invoice.mainStatus)
  const { references, serviceProviderCode, debtor } = sent
  const sorting: Changes<Invoice> = {
    ...(references !== undefined && { references: { ...references } }),
    ...(serviceProviderCode !== undefined && { serviceProviderCode }),
  }
  if (invoice.mainStatus !== 'CREATED') return { fields: sorting, calculated: null, guarantees: [] }
  const terms = termsAfter(invoice, sent)
  checkDates(terms)
  const { rate, rateDate, rateSource } = facts.rateOf({ ...rateOfNow(invoice), ...terms })
  const ofClient = facts.termsOf(invoice)
  const { articleRowsGenerate = invoice.articleRowsGenerate, articleRows } = sent
  const rows = facts.beside.rows ?? facts.articlesOf(invoice).map(asSent)
  const generate = articleRows !== undefined && articleRowsGenerate === true
  const by = { dates: terms, ...terms, rate, ...ofClient }
  const fields = {
    ...sorting,
    ...terms,
    rate,
    rateDate,
    rateSource,
    invoiceNumber: sent.invoiceNumber,
    debtorId: facts.beside.debtorId,
    ...(debtor !== undefined && { debtorSent: debtorAsSent(debtor) }),
    articleRowsGenerate: articleRowsGenerate ?? undefined,
    dueDate: dueDateOf(invoice.type, terms, ofClient.calendar),
  }
  const inCurrency = (guarantor: InvoiceGuarantor) =>
    [guarantor, guaranteeIn(terms.baseCurrency, guarantor)] as const
  return {
    fields,
    calculated: amountsOfRows(rows, generate, by),
    guarantees: facts.guarantorsOf(invoice).map(inCurrency),
  }
}

/** The fields that a body says. */
export const saidIn = (sent: object): string[] =>
  Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : name))

const rateOfNow = ({ rate, rateDate = null, rateSource = null }: Invoice): InvoiceRate => ({
  rate,
  rateDate,
  rateSource,
})

/** An invoice that is being activated has to be reset first. */
function refuseChange(status: MainStatus): never {
  if (!lifeOfInvoice.may(status, 'reset')) return refuse('INVOICE_NOT_CHANGEABLE')
  const detail = `The invoice is ${status}: take it back at \`PUT /invoices/{id}/reset\` first.`
  return refuse('INVOICE_NOT_CHANGEABLE', { detail })
}

type Terms = Pick<
  Invoice,
  'invoiceDate' | 'expireDate' | 'deliveryDate' | 'invoiceCurrency' | 'baseCurrency'
>

/** Its dates and currencies, after the change. */
function termsAfter(invoice: Invoice, { dates = {}, currency }: InvoiceChange): Terms {
  const { deliveryDate } = dates
  return {
    invoiceDate: dates.invoiceDate ?? invoice.invoiceDate,
    expireDate: dates.expireDate ?? invoice.expireDate,
    deliveryDate: deliveryDate === undefined ? invoice.deliveryDate : deliveryDate,
    invoiceCurrency: currency?.invoiceCurrency ?? invoice.invoiceCurrency,
    baseCurrency: currency?.baseCurrency ?? invoice.baseCurrency,
  }
}

/** Rows in the form of the body, so that totals can be calculated again. */
export function asSent(row: Article): RowSent {
  const { type, articleNumber, description, quantity, unit, price, further } = row
  const { discountPercent, discountAmount, accountNumber, costCentre, project } = row
  const vatPercentage = row.vatPercentage == null ? null : Number(row.vatPercentage)
  return {
    ...further,
    type,
    articleNumber,
    description,
    quantity,
    unit,
    price,
    vatPercentage,
    discountPercent,
    discountAmount,
    accountNumber,
    costCentre,
    project,
  }
}

export interface TermsOfClient extends Pick<AmountTerms, 'countryCode' | 'roundTotal'> {
  calendar: DueDateCalendar
}

/** What the amounts and the due dates of existing invoices depend on beside them. */
export async function termsOfClients(
  unit: Unit,
  clientIds: readonly string[],
): Promise<(clientId: string) => TermsOfClient> {
  if (clientIds.length === 0) return (id) => missing(id)
  const [clients, settings] = await Promise.all([
    rowsOf(unit, Client, { id: clientIds }, ['id', 'countryCode']),
    settingsInForce(unit, [invoiceSettings, datesSettings], clientIds),
  ])
  const clientOf = byField(clients, 'id')
  return (clientId) => {
    const { countryCode } = clientOf.get(clientId) ?? missing(clientId)
    const { roundTotal } = settings.of(invoiceSettings, clientId)
    const calendar = calendarOf(countryCode, settings.of(datesSettings, clientId))
    return { countryCode, roundTotal, calendar }
  }
}

const missing = (clientId: string): never => {
  throw new Error(`the terms of ${clientId} were not asked for`)
}

/** Replaces rows in their places, so that a remaining row keeps its id, and sets the totals. */
export function storeRows(
  unit: Unit,
  invoice: Invoice,
  before: readonly Article[],
  { rows, totals }: CalculatedRows,
): Article[] {
  const { id: invoiceId, clientId, debtorId, invoiceCurrency: currency } = invoice
  // Changed rows also raise the invoice's version, so that a simultaneous activation is refused.
  const { vats, ...amounts } = sums(totals)
  // The same in another order of its fields is no change.
  const news = isDeepStrictEqual(vats, invoice.vats) ? amounts : { ...amounts, vats }
  unit.update(Invoice, invoice, { ...news, updatedAt: unit.now })
  for (const surplus of before.slice(rows.length)) unit.remove(surplus)
  return rows.map((row, at) => {
    const fields = { ...row, ...totals.rows[at]!, debtorId, currency }
    const there = before[at]
    if (there !== undefined) {
      unit.update(Article, there, asSpelt(there, fields))
      return there
    }
    return unit.insert(Article, { ...fields, invoiceId, clientId, rowNo: at + 1, labels: [] })
  })
}

/** Two spellings of one rate are the same rate. */
function asSpelt(there: Article, fields: Changes<Article>): Changes<Article> {
  const [was, is] = [there.vatPercentage, fields.vatPercentage]
  const isSame = was != null && is != null && new Big(was).eq(is)
  return isSame ? { ...fields, vatPercentage: was } : fields
}
