import { life } from '../life.ts'
import type { FinancingStatus } from '../factoring/financing-status.ts'
import { ledgerEventStatuses, type LedgerEventType } from '../bookkeeping/ledger.ts'
import { activationStatuses, mainStatuses, type MainStatus } from './invoice.ts'

const inBusiness = ['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED'] as const

export const lifeOfInvoice = life('invoice', 'INVOICE_NOT_ACTIVATED', mainStatuses, {
  hold: {
    from: ['CREATED'],
    to: 'PENDING_AUTHORIZATION',
    refusal: 'INVOICE_NOT_CREATED',
    event: 'authorizationRequired',
  },
  accept: {
    from: ['CREATED', 'PENDING_AUTHORIZATION'],
    to: 'PENDING',
    refusal: 'INVOICE_NOT_CREATED',
    event: 'pending',
  },
  begin: {
    from: ['PENDING', 'ACTIVATING'],
    to: 'ACTIVATING',
    refusal: 'INVOICE_NOT_CREATED',
    event: 'activating',
  },
  book: { from: ['ACTIVATING'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_CREATED' },
  denyFinancing: { from: ['ACTIVATED'], to: 'DENIED_FINANCING' },
  serve: { from: ['DENIED_FINANCING'], to: 'ACTIVATED' },
  pause: { from: ['ACTIVATED', 'DENIED_FINANCING'], to: 'PAUSED', event: 'paused' },
  dispute: { from: ['ACTIVATED', 'PAUSED'], to: 'DISPUTED', event: 'disputed' },
  stop: {
    from: ['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED'],
    to: 'STOPPED',
    event: 'stopped',
  },
  resume: { from: ['PAUSED', 'STOPPED'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_PAUSED' },
  close: { from: inBusiness, to: 'CLOSED', event: 'closed' },
  reopen: { from: ['CLOSED', 'ARCHIVED'], to: 'ACTIVATED', refusal: 'INVOICE_NOT_CLOSED' },
  archive: {
    from: ['CLOSED'],
    to: 'ARCHIVED',
    refusal: 'INVOICE_NOT_CLOSED',
    event: 'archived',
  },
  unarchive: { from: ['ARCHIVED'], to: 'CLOSED', refusal: 'INVOICE_NOT_ARCHIVED' },
  reset: {
    from: ['PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING'],
    to: 'CREATED',
    refusal: 'INVOICE_NOT_RESETTABLE',
    event: 'reset',
  },
})

/** The moves that people make of an activation; the others are its own steps. */
export const lifeOfActivation = life('activation', 'ACTIVATION_NOT_FAILED', activationStatuses, {
  retry: { from: ['FAILED'], to: 'WAITING' },
})

export const lifeOfLedgerEvent = life(
  'ledger event',
  'LEDGER_EVENT_NOT_PLANNED',
  ledgerEventStatuses,
  {
    move: { from: ['PLANNED'] },
    come: { from: ['PLANNED'], to: 'DONE', event: 'done' },
    skip: { from: ['PLANNED'], to: 'SKIPPED', event: 'skipped' },
    /** A ledger event that was skipped when the claim closed is planned again when it reopens. */
    restore: { from: ['SKIPPED'], to: 'PLANNED' },
  },
)

interface Standing {
  mainStatus: MainStatus
  /** The status to which it returns when it is resumed. */
  pausedFrom?: MainStatus | null | undefined
}

interface Resumable extends Standing {
  financingStatus?: FinancingStatus | undefined
}

/** Suspends a claim, which remembers its former status. */
export function suspended(invoice: Standing, verb: 'pause' | 'stop' | 'close'): Standing {
  const { mainStatus } = invoice
  return { mainStatus: lifeOfInvoice.move(mainStatus, verb), pausedFrom: mainStatus }
}

/**
 * Resumes a claim to its former status; one that was stopped while paused is paused again, also
 * where it was closed meanwhile.
 */
export function resumed(
  invoice: Resumable,
  verb: 'resume' | 'reopen',
  events: readonly Happened[] = [],
): Standing {
  const mainStatus = invoice.pausedFrom ?? lifeOfInvoice.move(invoice.mainStatus, verb)
  lifeOfInvoice.move(invoice.mainStatus, verb)
  if (mainStatus === 'STOPPED') return { mainStatus, pausedFrom: beforeStop(invoice, events) }
  return { mainStatus, pausedFrom: isSuspended(mainStatus) ? inForce(invoice) : null }
}

interface Happened {
  id: string
  type: LedgerEventType
}

/** What a claim was when it was stopped, by its ledger events: what is over is no longer in force. */
export function beforeStop(invoice: Resumable, events: readonly Happened[]): MainStatus {
  const suspensions: LedgerEventType[] = []
  for (const { type } of events.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (type === 'RESUMED') suspensions.pop()
    else if (type === 'PAUSED' || type === 'STOPPED' || type === 'CLOSED') suspensions.push(type)
  }
  const stop = suspensions.lastIndexOf('STOPPED')
  return suspensions[stop - 1] === 'PAUSED' ? 'PAUSED' : inForce(invoice)
}

const isSuspended = (status: MainStatus) => ['PAUSED', 'DISPUTED', 'STOPPED'].includes(status)

/** The status of a claim that nobody suspended. */
export const inForce = ({ financingStatus }: Resumable) =>
  financingStatus === 'DENIED' ? 'DENIED_FINANCING' : 'ACTIVATED'
