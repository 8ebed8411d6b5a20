import type { AreaOfRules } from '../area.ts'
import { onBecoming } from '../event-rules.ts'
import { refusalsOfAutomation } from './refusals.ts'

export const automation = {
  ids: { InternalRequest: 'IQ' },
  refusals: refusalsOfAutomation,
  processes: {
    expireRequest: {
      workflow: 'expireRequest',
      queue: 'core',
      prefix: 'expire-request',
      entity: 'InternalRequest',
    },
  },
  events: [
    { entity: 'InternalRequest', when: 'CREATED', type: 'INTERNAL_REQUEST', name: 'opened' },
    ...onBecoming('InternalRequest', 'status', 'INTERNAL_REQUEST', {
      APPROVED: 'approved',
      EXPIRED: 'expired',
    }),
  ],
} as const satisfies AreaOfRules
