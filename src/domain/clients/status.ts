import { life } from '../life.ts'
import { clientStatuses } from './client.ts'

/** Where people can move a client to; the end of its onboarding is not theirs to say. */
export const lifeOfClient = life('client', 'CLIENT_STATUS_NOT_ALLOWED', clientStatuses, {
  resume: { from: ['PAUSED', 'OFFBOARDING'], to: 'ACTIVE' },
  pause: { from: ['ACTIVE'], to: 'PAUSED' },
  offboard: { from: ['ACTIVE', 'PAUSED'], to: 'OFFBOARDING' },
  close: { from: ['OFFBOARDING'], to: 'CLOSED' },
})
