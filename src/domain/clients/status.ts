import { refuse, type RefusalCode } from '../refusal.ts'
import type { ClientStatus } from './client.ts'

/** Where people can move a client to; the end of its onboarding is not theirs to say. */
const moves: Readonly<Record<ClientStatus, readonly ClientStatus[]>> = {
  ONBOARDING: [],
  ACTIVE: ['PAUSED', 'OFFBOARDING'],
  PAUSED: ['ACTIVE', 'OFFBOARDING'],
  OFFBOARDING: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
}

export function refuseMove(from: ClientStatus, to: ClientStatus): void {
  if (from === to || moves[from].includes(to)) return
  const where = moves[from].join(' or ') || 'nowhere'
  refuse('CLIENT_STATUS_NOT_ALLOWED', { detail: `A client that is ${from} can move to ${where}.` })
}

const resting = {
  PAUSED: 'CLIENT_PAUSED',
  OFFBOARDING: 'CLIENT_OFFBOARDING',
  CLOSED: 'CLIENT_CLOSED',
} as const satisfies Partial<Record<ClientStatus, RefusalCode>>

/** How whatever issues or activates something for a client refuses. */
export const refusalsAtRest = Object.values(resting)

/** A client that is not in business, or not any more, issues and activates nothing new. */
export function refuseAtRest(status: ClientStatus): void {
  const codes: Partial<Record<ClientStatus, RefusalCode>> = resting
  const code = codes[status]
  if (code !== undefined) refuse(code)
}
