import type { AreaOfVerbs } from '../area.ts'
import { expireInvitation } from './expire-invitation.ts'
import { remindOfInvitation, sendInvitation } from './mail-invitation.ts'
import { expirePasswordReset, sendPasswordReset } from './mail-password-reset.ts'

export const access = {
  verbs: {
    sendInvitation,
    remindOfInvitation,
    expireInvitation,
    sendPasswordReset,
    expirePasswordReset,
  },
  overdue: {
    inviteUser: `select tenant_id, id from user_invitation where status = 'PENDING' and (
        (sent_at is null and created_at < now() - interval '1 minute')
        or (reminded_at is null and created_at < now() - interval '3 days 5 minutes')
        or expires_at < now() - interval '5 minutes')
      order by created_at limit 500`,
    resetPassword: `select tenant_id, id from password_reset where status = 'PENDING' and (
        (sent_at is null and created_at < now() - interval '1 minute')
        or expires_at < now() - interval '5 minutes')
      order by created_at limit 500`,
  },
} as const satisfies AreaOfVerbs
