import { life } from '../life.ts'
import { refuse, type RefusalCode } from '../refusal.ts'
import { clientStatuses, type ClientStatus } from './client.ts'

/** Where people can move a client to; the end of its onboarding is not theirs to say. */
export const lifeOfClient = life('client', 'CLIENT_STATUS_NOT_ALLOWED', clientStatuses, {
  resume: { from: ['PAUSED', 'OFFBOARDING'], to: 'ACTIVE', event: 'activated' },
  pause: { from: ['ACTIVE'], to: 'PAUSED' },
  offboard: { from: ['ACTIVE', 'PAUSED'], to: 'OFFBOARDING' },
  close: { from: ['OFFBOARDING'], to: 'CLOSED' },
})

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
