import { refuse } from '../refusal.ts'
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
