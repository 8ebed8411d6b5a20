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

/** The body that creates an invoice; null means the same as leaving a field out. */
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

/** The fields that can change while the invoice is CREATED. */
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

/** After booking, amounts and parties are fixed; only fields that sort it may change. */
export function mayChange(status: MainStatus, fields: readonly string[]): boolean {
  if (status === 'CREATED') return true
  return booked.includes(status) && fields.every((field) => changeableWhenBooked.has(field))
}

const classification = new Set(['accountNumber', 'costCentre', 'project', 'labels'])

/** The same for a row; while its invoice is being activated, nothing may change. */
export function mayChangeRow(status: MainStatus, fields: readonly string[]): boolean {
  if (status === 'CREATED') return true
  const isBooked = booked.includes(status) || status === 'CLOSED'
  return isBooked && fields.every((field) => classification.has(field))
}
