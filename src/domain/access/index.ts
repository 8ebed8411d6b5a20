import type { AreaOfRules } from '../area.ts'
import { refusalsOfAccess } from './refusals.ts'

export const access = {
  refusals: refusalsOfAccess,
  topics: { STAFF_INVITATION: { usual: 'ALWAYS' }, TOGGLE_SUPER_USER: { usual: 'ALWAYS' } },
  processes: {
    inviteUser: {
      workflow: 'inviteUser',
      queue: 'core',
      prefix: 'invite-user',
      entity: 'Invitation',
      inNameOf: 'platform',
      statuses: ['PENDING', 'CLOSED', 'EXPIRED', 'GONE'],
    },
    resetPassword: {
      workflow: 'resetPassword',
      queue: 'core',
      prefix: 'reset-password',
      entity: 'PasswordReset',
      inNameOf: 'platform',
      statuses: ['PENDING', 'CLOSED', 'EXPIRED', 'GONE'],
    },
  },
} as const satisfies AreaOfRules
