import { refuse, type RefusalCode } from '../refusal.ts'
import type { MainStatus } from './invoice.ts'

interface Transition {
  from: readonly MainStatus[]
  to: MainStatus
  /** What is said where the verb may not begin. */
  refusal: RefusalCode
}

const inBusiness = ['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED'] as const

/** The life of an invoice: every verb that moves its main status, where it may begin and leads. */
export const transitions = {
  hold: { from: ['CREATED'], to: 'PENDING_AUTHORIZATION', refusal: 'INVOICE_NOT_CREATED' },
  accept: {
    from: ['CREATED', 'PENDING_AUTHORIZATION'],
    to: 'PENDING',
    refusal: 'INVOICE_NOT_CREATED',
  },
  begin: { from: ['PENDING', 'ACTIVATING'], to: 'ACTIVATING', refusal: 'INVOICE_NOT_CREATED' },
  book: { from: ['ACTIVATING'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_CREATED' },
  reset: {
    from: ['PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING'],
    to: 'CREATED',
    refusal: 'INVOICE_NOT_RESETTABLE',
  },
  denyFinancing: { from: ['ACTIVATED'], to: 'DENIED_FINANCING', refusal: 'INVOICE_NOT_ACTIVATED' },
  serve: { from: ['DENIED_FINANCING'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_ACTIVATED' },
  pause: {
    from: ['ACTIVATED', 'DENIED_FINANCING'],
    to: 'PAUSED',
    refusal: 'INVOICE_NOT_ACTIVATED',
  },
  stop: {
    from: ['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED'],
    to: 'STOPPED',
    refusal: 'INVOICE_NOT_ACTIVATED',
  },
  resume: { from: ['PAUSED', 'STOPPED'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_PAUSED' },
  close: { from: inBusiness, to: 'CLOSED', refusal: 'INVOICE_NOT_ACTIVATED' },
  reopen: { from: ['CLOSED', 'ARCHIVED'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_CLOSED' },
  archive: { from: ['CLOSED'], to: 'ARCHIVED', refusal: 'INVOICE_NOT_CLOSED' },
  unarchive: { from: ['ARCHIVED'], to: 'CLOSED', refusal: 'INVOICE_NOT_ARCHIVED' },
} as const satisfies Record<string, Transition>

export type InvoiceVerb = keyof typeof transitions

export function mayMove(from: MainStatus, verb: InvoiceVerb): boolean {
  return (transitions[verb].from as readonly MainStatus[]).includes(from)
}

/** The status after the verb, or the refusal where it may not begin. */
export function statusAfter(from: MainStatus, verb: InvoiceVerb, pointer?: string): MainStatus {
  const { to, refusal } = transitions[verb]
  if (mayMove(from, verb)) return to
  const message = `The invoice is ${from}.`
  return refuse(refusal, {
    detail: message,
    ...(pointer !== undefined && { errors: [{ pointer, code: refusal, message }] }),
  })
}

interface Standing {
  mainStatus: MainStatus
  /** Where it returns to when what holds it now is over. */
  pausedFrom?: MainStatus | null | undefined
}

/** Held back: it remembers where it was. */
export function held(invoice: Standing, verb: 'pause' | 'stop' | 'close'): Standing {
  const { mainStatus } = invoice
  return { mainStatus: statusAfter(mainStatus, verb), pausedFrom: mainStatus }
}

/** Let go: it is where it was before, and what was paused before it was stopped is paused again. */
export function released(invoice: Standing, verb: 'resume' | 'reopen'): Standing {
  const mainStatus = invoice.pausedFrom ?? statusAfter(invoice.mainStatus, verb)
  statusAfter(invoice.mainStatus, verb)
  return { mainStatus, pausedFrom: isHeld(mainStatus) ? 'ACTIVATED' : null }
}

const isHeld = (status: MainStatus) => status === 'PAUSED' || status === 'STOPPED'
