import { amountsOfRows } from '../../domain/invoices/row-amounts.ts'
import { noAmounts } from '../../domain/invoices/claim-amounts.ts'
import { refuseAtRest } from '../../domain/clients/status.ts'
import type { ProductCode } from '../../domain/clients/product.ts'
import { debtorAsSent } from '../../domain/debtors/debtor-sent.ts'
import { checkDates, dueDateOf, type InvoiceSent } from '../../domain/invoices/invoice-sent.ts'
import type { Totals } from '../../domain/invoices/totals.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Article } from '../../entities/article.ts'
import { Invoice } from '../../entities/invoice.ts'
import { numbersIn, numbersOfRows, refuseNumbers } from '../bookkeeping/refuse-control-numbers.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { exchangeRateOf } from './exchange-rate-of.ts'
import { fillRows } from './fill-rows.ts'
import { debtorIdAt, placeOf, refuseSecond } from './invoice-place.ts'

export interface InvoiceWithRows {
  invoice: Invoice
  articles: Article[]
}

export interface CreatedInvoice extends InvoiceWithRows {
  /** The product, if the client's invoices are activated at once. */
  activateAs: ProductCode | null
}

/** Creates an invoice; nobody is notified until it is activated. */
export async function createInvoice(unit: Unit, sent: InvoiceSent): Promise<CreatedInvoice> {
  const { dates, invoiceNumber, currency } = sent
  const type = sent.type ?? 'INVOICE'
  const articleRowsGenerate = sent.articleRowsGenerate ?? false
  const clientId = clientOf(unit, sent.clientId ?? undefined)
  checkDates(dates)
  const accounts = numbersOfRows(sent.articleRows)
  const place = await placeOf(
    unit,
    { clientId, invoiceNumber, type },
    { customerNumber: sent.debtor.customerNumber, accountNumbers: numbersIn(accounts) },
  )
  refuseAtRest(place.clientStatus)
  refuseSecond(place)
  refuseNumbers(accounts, place.controlNumbers)
  const baseCurrency = currency?.baseCurrency ?? place.currency
  const invoiceCurrency = currency?.invoiceCurrency ?? baseCurrency
  const pair = { invoiceCurrency, baseCurrency }
  const rated = await exchangeRateOf(unit, pair, dates.invoiceDate)
  const by = { ...place, dates, ...pair, rate: rated.rate }
  const rowsSent = await fillRows(unit, sent.articleRows, by)
  const { rows, totals } = amountsOfRows(rowsSent, articleRowsGenerate, by)
  const debtorId = await debtorIdAt(unit, place, sent.debtor)
  const invoice = unit.insert(Invoice, {
    ...begun,
    clientId,
    debtorId,
    invoiceNumber,
    type,
    articleRowsGenerate,
    serviceProviderCode: sent.serviceProviderCode ?? null,
    invoiceDate: dates.invoiceDate,
    expireDate: dates.expireDate,
    dueDate: dueDateOf(type, dates, place.calendar),
    deliveryDate: dates.deliveryDate ?? null,
    invoiceCurrency,
    baseCurrency,
    ...rated,
    ...sums(totals),
    references: sent.references ?? null,
    debtorSent: debtorAsSent(sent.debtor),
    createdBy: unit.principal.id,
  })
  const articles = rows.map((row, at) =>
    unit.insert(Article, {
      ...row,
      ...totals.rows[at]!,
      invoiceId: invoice.id,
      clientId,
      debtorId,
      rowNo: at + 1,
      labels: [],
      currency: invoiceCurrency,
    }),
  )
  return { invoice, articles, activateAs: place.activateAs }
}

/** A client's token decides whose invoice it is; other callers must name the client. */
function clientOf({ scope }: Unit, named: string | undefined): string {
  if (scope.debtorId !== null) return refuse('ACCESS_DENIED')
  if (scope.clientId === null) {
    return named ?? invalid('/clientId', 'REQUIRED', 'Say whose invoice it is')
  }
  if (named === undefined) return scope.clientId
  return invalid('/clientId', 'NOT_ALLOWED', 'The token says whose invoice it is')
}

/** The totals that are stored with an invoice. */
export function sums({ rows, ...kept }: Totals): Omit<Totals, 'rows'> {
  return kept
}

const begun = {
  mainStatus: 'CREATED',
  ledgerStatus: 'NOT_BOOKED',
  financingStatus: 'NONE',
  ...noAmounts,
  reasonCodes: [],
  activationNumber: 0,
} as const satisfies Partial<Invoice>
