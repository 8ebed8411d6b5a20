import { forgotPassword, forgotPasswordInput } from '../../activities/access/forgot-password.ts'
import { resetPassword } from '../../activities/access/reset-password.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { acceptInvitationInput } from '../../activities/access/accept-invitation.ts'

const open = { open: 'Who forgot their password cannot log in' } as const

export default {
  requestPasswordReset: operation('POST /password/forgot', open, {
    summary: 'Ask for a mail with a link for a new password; the answer is always the same',
    body: forgotPasswordInput,
    status: 202,
    refuses: ['TOO_MANY_REQUESTS'],
    extension: true,
  }).handle(({ body, ...at }) => forgotPassword(at, body)),

  resetPassword: operation('POST /password/reset', open, {
    summary: 'Choose a new password by the mailed link; every session of the user ends',
    body: acceptInvitationInput,
    status: 204,
    refuses: ['RESET_NOT_OPEN'],
    extension: true,
  }).handle(({ body, ...at }) => resetPassword(at, body)),
} satisfies Room
