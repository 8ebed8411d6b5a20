import Big from 'big.js'
import type { DueDateCalendar } from '../../domain/dates.ts'
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
import type { MainStatus } from '../../domain/invoices/invoice.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { refuse } from '../../domain/refusal.ts'
import { Article, ArticleLabel } from '../../entities/article.ts'
import { Client } from '../../entities/client.ts'
import { Document } from '../../entities/document.ts'
import { Invoice } from '../../entities/invoice.ts'
import { numbersOfRows, refuseControlNumbers } from '../bookkeeping/refuse-control-numbers.ts'
import { matchDebtor } from '../debtors/match-debtor.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { invoiceSettings } from '../clients/settings.ts'
import { calendarOf } from './calendar.ts'
import { sums, type InvoiceWithRows } from './create-invoice.ts'
import { exchangeRateOf } from './exchange-rate-of.ts'
import { fillRows } from './fill-rows.ts'
import { placeOf, refuseSecond } from './invoice-place.ts'
import { datesSettings } from './settings.ts'

/**
 * Changes the sent fields; while the invoice is CREATED, all but its client and type may change.
 */
export async function updateInvoice(
  unit: Unit,
  invoiceId: string,
  sent: InvoiceChange,
): Promise<InvoiceWithRows> {
  const invoice = await loadHeld(unit, Invoice, invoiceId)
  const fields = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : name))
  if (!mayChange(invoice.mainStatus, fields)) refuseChange(invoice.mainStatus)
  const articles = await unit.all(Article, { invoiceId })
  if (sent.references !== undefined) invoice.references = { ...sent.references }
  if (sent.serviceProviderCode !== undefined) invoice.serviceProviderCode = sent.serviceProviderCode
  if (invoice.mainStatus !== 'CREATED') return { invoice, articles }
  await renumber(unit, invoice, sent)
  if (sent.debtor !== undefined) {
    await readdress(unit, invoice, (await matchDebtor(unit, invoice.clientId, sent.debtor)).id)
    invoice.debtorSent = debtorAsSent(sent.debtor)
  }
  await changeTerms(unit, invoice, sent)
  return { invoice, articles: await recalculateRows(unit, invoice, articles, sent) }
}

/** An invoice that is being activated has to be reset first. */
function refuseChange(status: MainStatus): never {
  if (!lifeOfInvoice.may(status, 'reset')) return refuse('INVOICE_NOT_CHANGEABLE')
  const detail = `The invoice is ${status}: take it back at \`PUT /invoices/{id}/reset\` first.`
  return refuse('INVOICE_NOT_CHANGEABLE', { detail })
}

/** Notes and documents of the invoice are from now on visible to the new debtor only. */
async function readdress(unit: Unit, invoice: Invoice, debtorId: string): Promise<void> {
  if (invoice.debtorId === debtorId) return
  const invoiceId = invoice.id
  invoice.debtorId = debtorId
  const attached = await unit.all(Document, { invoiceId, type: 'ATTACHMENT' })
  const labels = await unit.all(ArticleLabel, { invoiceId })
  for (const row of [...attached, ...labels]) row.debtorId = debtorId
}

async function renumber(unit: Unit, invoice: Invoice, sent: InvoiceChange): Promise<void> {
  const { invoiceNumber } = sent
  if (invoiceNumber === undefined || invoiceNumber === invoice.invoiceNumber) return
  const { clientId, type } = invoice
  const nobody = { customerNumber: '', accountNumbers: [] }
  refuseSecond(await placeOf(unit, { clientId, invoiceNumber, type }, nobody))
  invoice.invoiceNumber = invoiceNumber
}

async function changeTerms(
  unit: Unit,
  invoice: Invoice,
  { dates = {}, ...sent }: InvoiceChange,
): Promise<void> {
  const currency = sent.currency ?? {}
  invoice.invoiceDate = dates.invoiceDate ?? invoice.invoiceDate
  invoice.expireDate = dates.expireDate ?? invoice.expireDate
  if (dates.deliveryDate !== undefined) invoice.deliveryDate = dates.deliveryDate
  checkDates(invoice)
  invoice.baseCurrency = currency.baseCurrency ?? invoice.baseCurrency
  invoice.invoiceCurrency = currency.invoiceCurrency ?? invoice.invoiceCurrency
  const isMoved = dates.invoiceDate !== undefined || Object.keys(currency).length > 0
  if (isMoved) Object.assign(invoice, await exchangeRateOf(unit, invoice, invoice.invoiceDate))
  invoice.articleRowsGenerate = sent.articleRowsGenerate ?? invoice.articleRowsGenerate
}

/** The amounts, from the sent rows or otherwise from the existing ones. */
async function recalculateRows(
  unit: Unit,
  invoice: Invoice,
  before: readonly Article[],
  { articleRows }: InvoiceChange,
): Promise<Article[]> {
  await refuseControlNumbers(unit, invoice.clientId, numbersOfRows(articleRows))
  const inOrder = before.toSorted((a, b) => a.rowNo - b.rowNo)
  const rows =
    articleRows === undefined ? inOrder.map(asSent) : await fillRows(unit, articleRows, invoice)
  const generate = articleRows !== undefined && invoice.articleRowsGenerate
  const terms = await amountTermsOf(unit, invoice)
  invoice.dueDate = dueDateOf(invoice.type, invoice, terms.calendar)
  const calculated = amountsOfRows(rows, generate, terms)
  const surplus = inOrder.slice(calculated.rows.length).map(({ id }) => id)
  if (surplus.length > 0) {
    const labels = await unit.all(ArticleLabel, { articleId: { $in: surplus } })
    for (const label of labels) unit.remove(label)
  }
  return storeRows(unit, invoice, inOrder, calculated)
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

interface TermsOfInvoice extends AmountTerms {
  calendar: DueDateCalendar
}

/** What the amounts and the due date of an existing invoice depend on. */
export async function amountTermsOf(unit: Unit, invoice: Invoice): Promise<TermsOfInvoice> {
  const { clientId } = invoice
  const { countryCode } = await unit.load(Client, clientId)
  const settings = await settingsInForce(unit, [invoiceSettings, datesSettings], [clientId])
  const { roundTotal } = settings.of(invoiceSettings, clientId)
  const calendar = calendarOf(countryCode, settings.of(datesSettings))
  const { invoiceCurrency, baseCurrency, rate } = invoice
  return { dates: invoice, countryCode, invoiceCurrency, baseCurrency, rate, roundTotal, calendar }
}

/** Replaces rows in their places, so that a remaining row keeps its id, and sets the totals. */
export function storeRows(
  unit: Unit,
  invoice: Invoice,
  before: readonly Article[],
  { rows, totals }: CalculatedRows,
): Article[] {
  const { id: invoiceId, clientId, debtorId, invoiceCurrency: currency } = invoice
  Object.assign(invoice, sums(totals))
  // Changed rows also raise the invoice's version, so that a simultaneous activation is refused.
  invoice.updatedAt = unit.now
  for (const surplus of before.slice(rows.length)) unit.remove(surplus)
  return rows.map((row, at) => {
    const fields = { ...row, ...totals.rows[at]!, debtorId, currency }
    const there = before[at]
    if (there !== undefined) return changed(there, fields)
    return unit.add(Article, { ...fields, invoiceId, clientId, rowNo: at + 1, labels: [] })
  })
}

/** Two spellings of one rate are the same rate. */
function changed(there: Article, fields: Partial<Article>): Article {
  const [was, is] = [there.vatPercentage, fields.vatPercentage]
  const isSame = was != null && is != null && new Big(was).eq(is)
  return Object.assign(there, fields, isSame ? { vatPercentage: was } : {})
}
