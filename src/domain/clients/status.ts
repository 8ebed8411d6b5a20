import { life } from '../life.ts'
import { refuse, type RefusalCode } from '../refusal.ts'
import { clientStatuses, type ClientStatus } from './client.ts'

/** The statuses that people can move a client to; only its onboarding itself can end. */
export const lifeOfClient = life('client', 'CLIENT_STATUS_NOT_ALLOWED', clientStatuses, {
  resume: { from: ['PAUSED', 'OFFBOARDING'], to: 'ACTIVE', event: 'activated' },
  pause: { from: ['ACTIVE'], to: 'PAUSED' },
  offboard: { from: ['ACTIVE', 'PAUSED'], to: 'OFFBOARDING' },
  close: { from: ['OFFBOARDING'], to: 'CLOSED', event: 'closed' },
  /** What comes late is wound up as before; whoever comes back is then set ACTIVE. */
  reopen: { from: ['CLOSED'], to: 'OFFBOARDING' },
})

/** What keeps a client from being closed, by the code of the fault, and what ends it. */
export const stillInBusiness = {
  INVOICES_OPEN: 'Invoices are open or being activated: see them paid, credited or written off.',
  BALANCE_LEFT: 'There is money on its accounts, or it owes some: pay it out or book it.',
  PAYOUTS_UNDER_WAY: 'Payouts are under way: wait for the bank, or cancel them.',
  PAYERS_ASKED: 'Payers are asked for money over a rail: cancel the payment requests, or wait.',
  PAYMENTS_WAITING: 'Payments wait for a place: place them, return them or ignore them.',
  RETURNS_UNDER_WAY: 'Payments are being returned: carry these returns out, or delete them.',
  DECISIONS_OPEN: 'Decisions about financing are open: decide them.',
  LOANS_RUNNING: 'Loans are applied for or running: deny, close or write them off.',
  CHARGES_NOT_BILLED: 'Charges or bills are not booked: bill them, or delete the charges.',
} as const
export type StillInBusiness = keyof typeof stillInBusiness

const resting = {
  PAUSED: 'CLIENT_PAUSED',
  OFFBOARDING: 'CLIENT_OFFBOARDING',
  CLOSED: 'CLIENT_CLOSED',
} as const satisfies Partial<Record<ClientStatus, RefusalCode>>

/** The refusals of verbs that issue or activate something for a client. */
export const refusalsAtRest = Object.values(resting)

/** Refuses to issue or activate anything for a client that is paused, offboarding or closed. */
export function refuseAtRest(status: ClientStatus): void {
  const codes: Partial<Record<ClientStatus, RefusalCode>> = resting
  const code = codes[status]
  if (code !== undefined) refuse(code)
}
