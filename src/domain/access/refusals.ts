import type { RefusalTable } from '../refusal.ts'

export const refusalsOfAccess = {
  SHIPPED_ROLE: [
    409,
    'A shipped role cannot be changed',
    'Make a role of your own and change that.',
  ],
  LAST_ADMINISTRATOR: [
    409,
    'The last active administrator cannot be removed',
    'Make another user super-user first.',
  ],
  USER_NOT_INVITED: [
    409,
    'The invitation is no longer open',
    'Ask an administrator to invite the user again.',
  ],
  USER_NOT_ACTIVE: [409, 'The user is not active', 'Activate the user first.'],
  NOT_STAFF: [
    409,
    'Only staff and technical users can be super-user',
    "Choose a user of the tenant's own.",
  ],
  RESET_NOT_OPEN: [
    409,
    'The link for a new password is no longer valid',
    'Ask for a new link at `POST /password/forgot`.',
  ],
  MFA_NOT_ENROLLED: [409, 'The user has no second factor', 'Enrol one first.'],
  MFA_ALREADY_ENROLLED: [409, 'A second factor is enrolled already', 'Reset it first.'],
  WRONG_PASSWORD: [409, 'The current password is not right', 'Send the password in use now.'],
  WRONG_CODE: [409, 'The code is not right', 'Send the code that the device shows now.'],
  MINTED_TOKEN: [
    403,
    'A minted token makes no tokens or secrets',
    'Make them as a user, or as a service account.',
  ],
  SERVICE_ACCOUNT_INACTIVE: [409, 'The service account is switched off', 'Switch it on first.'],
} as const satisfies RefusalTable
