import type { DebtorSent } from '../debtors/debtor-sent.ts'
import { dueDateOn, type BusinessDate, type DueDateCalendar } from '../dates.ts'
import { invalid } from '../refusal.ts'
import type { RowSent } from './article-row.ts'
import type { InvoiceType, MainStatus } from './invoice.ts'

export interface DatesSent {
  invoiceDate: string
  expireDate: string
  deliveryDate?: string | null | undefined
}

export interface CurrencySent {
  invoiceCurrency?: string | null | undefined
  baseCurrency?: string | null | undefined
}

/** What creates an invoice; null says as little as leaving out. */
export interface InvoiceSent {
  invoiceNumber: string
  articleRows: readonly RowSent[]
  debtor: DebtorSent
  dates: DatesSent
  clientId?: string | null | undefined
  currency?: CurrencySent | null | undefined
  type?: InvoiceType | null | undefined
  serviceProviderCode?: string | null | undefined
  articleRowsGenerate?: boolean | null | undefined
  references?: Readonly<Record<string, string>> | null | undefined
}

type Maybe<T> = { [K in keyof T]?: T[K] | undefined }

/** What of it can still change while the invoice is CREATED. */
export interface InvoiceChange extends Maybe<Omit<InvoiceSent, 'clientId' | 'type' | 'dates'>> {
  dates?: Maybe<DatesSent> | undefined
}

const earliest = '1900-01-01'
const latest = '2999-12-31'

export function checkDates(dates: DatesSent): void {
  const { invoiceDate, expireDate, deliveryDate } = dates
  for (const [name, day] of Object.entries({ invoiceDate, expireDate, deliveryDate })) {
    if (day == null || (day >= earliest && day <= latest)) continue
    invalid(`/dates/${name}`, 'OUT_OF_RANGE', `It lies outside ${earliest} to ${latest}`)
  }
  if (expireDate < invoiceDate) {
    invalid('/dates/expireDate', 'BEFORE_INVOICE_DATE', 'It expires before it is dated')
  }
}

/** By when a claim is to be paid; a credit note is not paid by a day. */
export function dueDateOf(
  type: InvoiceType,
  { invoiceDate, expireDate }: DatesSent,
  calendar: DueDateCalendar,
): BusinessDate | null {
  return type === 'CREDIT_INVOICE' ? null : dueDateOn(expireDate, calendar, invoiceDate)
}

/** The day whose law decides the VAT. */
export function dayOfSupply({ invoiceDate, deliveryDate }: DatesSent): string {
  return deliveryDate ?? invoiceDate
}

const changeableWhenBooked = new Set(['references', 'serviceProviderCode'])
const booked: readonly MainStatus[] = [
  'ACTIVATED',
  'DENIED_FINANCING',
  'PAUSED',
  'DISPUTED',
  'STOPPED',
]

/** Once it is booked, what it says of money and parties stands; only what sorts it may change. */
export function mayChange(status: MainStatus, fields: readonly string[]): boolean {
  if (status === 'CREATED') return true
  return booked.includes(status) && fields.every((field) => changeableWhenBooked.has(field))
}

const classification = new Set(['accountNumber', 'costCentre', 'project', 'labels'])

/** Of a row likewise; while its invoice is being activated nothing of it changes. */
export function mayChangeRow(status: MainStatus, fields: readonly string[]): boolean {
  if (status === 'CREATED') return true
  const isBooked = booked.includes(status) || status === 'CLOSED'
  return isBooked && fields.every((field) => classification.has(field))
}
