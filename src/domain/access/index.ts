import type { AreaOfRules } from '../area.ts'
import { refusalsOfAccess } from './refusals.ts'

export const access = {
  ids: {
    Tenant: 'TN',
    User: 'U',
    UserGroup: 'UG',
    ClientAccess: 'AC',
    Invitation: 'UI',
    PasswordReset: 'PW',
    Role: 'RO',
    ServiceAccount: 'SA',
    ServiceAccountSecret: 'SS',
    Token: 'TK',
  },
  refusals: refusalsOfAccess,
  processes: {
    inviteUser: {
      workflow: 'inviteUser',
      queue: 'core',
      prefix: 'invite-user',
      entity: 'Invitation',
    },
    resetPassword: {
      workflow: 'resetPassword',
      queue: 'core',
      prefix: 'reset-password',
      entity: 'PasswordReset',
    },
  },
} as const satisfies AreaOfRules
