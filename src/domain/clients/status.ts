import { life } from '../life.ts'
import { refuse, type RefusalCode } from '../refusal.ts'
import { clientStatuses, type ClientStatus } from './client.ts'

/** The statuses that people can move a client to; only its onboarding itself can end. */
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

/** The refusals of verbs that issue or activate something for a client. */
export const refusalsAtRest = Object.values(resting)

/** Refuses to issue or activate anything for a client that is paused, offboarding or closed. */
export function refuseAtRest(status: ClientStatus): void {
  const codes: Partial<Record<ClientStatus, RefusalCode>> = resting
  const code = codes[status]
  if (code !== undefined) refuse(code)
}
