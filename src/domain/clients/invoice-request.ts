import { life } from '../life.ts'
import { invalid } from '../refusal.ts'
import type { ModuleCode } from '../system/modules.ts'

/** What a client can ask the tenant's people to do about an invoice. */
export const invoiceRequestTypes = [
  'PAUSE',
  'RESUME',
  'EXTEND_DUE',
  'CREDIT',
  'STOP_REMINDERS',
  'WRITE_OFF',
  'SEND_TO_COLLECTION',
  'RECALL',
  'REFUND',
  'OTHER',
] as const
export type InvoiceRequestType = (typeof invoiceRequestTypes)[number]

/** The modules that do what is asked for, beside that of invoices. */
export const modulesOfRequests: Readonly<Partial<Record<InvoiceRequestType, ModuleCode>>> = {
  STOP_REMINDERS: 'reminders',
  SEND_TO_COLLECTION: 'collections',
  RECALL: 'collections',
  REFUND: 'payments',
}

export const invoiceRequestStatuses = [
  'OPEN',
  'IN_PROGRESS',
  'ACCEPTED',
  'DECLINED',
  'DONE',
] as const

export const lifeOfInvoiceRequest = life(
  'request',
  'INVOICE_REQUEST_NOT_OPEN',
  invoiceRequestStatuses,
  {
    change: { from: ['OPEN', 'IN_PROGRESS'] },
    begin: { from: ['OPEN'], to: 'IN_PROGRESS', event: 'begun' },
    accept: { from: ['OPEN', 'IN_PROGRESS'], to: 'ACCEPTED', event: 'accepted' },
    decline: { from: ['OPEN', 'IN_PROGRESS'], to: 'DECLINED', event: 'declined' },
    /** What no verb does is done by people, after it was accepted. */
    finish: {
      from: ['ACCEPTED'],
      to: 'DONE',
      refusal: 'INVOICE_REQUEST_NOT_ACCEPTED',
      event: 'done',
    },
  },
)

/** What is asked for, beyond the type. */
export interface AskedOfInvoice {
  /** PAUSE: the last day of the pause. */
  until?: string | undefined
  /** PAUSE: no interest runs meanwhile. */
  pauseInterest?: boolean | undefined
  /** EXTEND_DUE: the day by which it is then to be paid. */
  dueDate?: string | undefined
  /** CREDIT: the credit note that settles it. */
  creditId?: string | undefined
  /** CREDIT: how much of the note. REFUND: how much is paid back; by default all that is to its credit. */
  amount?: string | undefined
}

const fields: Readonly<Partial<Record<InvoiceRequestType, readonly (keyof AskedOfInvoice)[]>>> = {
  PAUSE: ['until', 'pauseInterest'],
  EXTEND_DUE: ['dueDate'],
  CREDIT: ['creditId', 'amount'],
  REFUND: ['amount'],
}

const required: Readonly<Partial<Record<InvoiceRequestType, keyof AskedOfInvoice>>> = {
  EXTEND_DUE: 'dueDate',
  CREDIT: 'creditId',
}

/** A request says what its type needs to be done, and nothing else. */
export function checkAsked(type: InvoiceRequestType, asked: AskedOfInvoice): void {
  const needs = required[type]
  if (needs !== undefined && asked[needs] === undefined) {
    invalid(`/data/${needs}`, 'REQUIRED', `A request of type ${type} says it`)
  }
  const allowed: readonly string[] = fields[type] ?? []
  for (const [field, value] of Object.entries(asked)) {
    if (value !== undefined && !allowed.includes(field)) {
      invalid(`/data/${field}`, 'NOT_OF_TYPE', `A request of type ${type} does not say it`)
    }
  }
}

/** A reason is given where a request is declined, and for nothing else. */
export function checkReason(status: string | undefined, reasonCode: string | undefined): void {
  if (reasonCode === undefined || status === 'DECLINED') return
  invalid('/reasonCode', 'NOT_OF_MOVE', 'Only a request that is DECLINED has a reason')
}

/** Said about a request, by whom and when. */
export interface CommentOnRequest {
  text: string
  by: string
  byName: string
  at: string
}

export const commentsMax = 200
