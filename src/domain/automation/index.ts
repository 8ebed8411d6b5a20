import type { AreaOfRules } from '../area.ts'
import { refusalsOfAutomation } from './refusals.ts'

export const automation = {
  refusals: refusalsOfAutomation,
  processes: {
    expireRequest: {
      workflow: 'expireRequest',
      queue: 'core',
      prefix: 'expire-request',
      entity: 'InternalRequest',
      inNameOf: 'platform',
    },
  },
} as const satisfies AreaOfRules
