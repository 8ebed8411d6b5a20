import { z } from 'zod'
import { resendInvitation } from '../../../activities/access/resend-invitation.ts'
import { withdrawInvitation } from '../../../activities/access/withdraw-invitation.ts'
import { invitationStatuses } from '../../../domain/access/user.ts'
import type { Invitation } from '../../../entities/invitation.ts'
import { id, instant, showVersioned, versionedView } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const InvitationView = z
  .object({
    id: id('Invitation'),
    userId: id('User'),
    status: z.enum(invitationStatuses),
    expiresAt: instant,
    sentAt: instant.nullable(),
    remindedAt: instant.nullable(),
    ...versionedView,
  })
  .meta({ id: 'Invitation' })

const show = (invitation: Invitation): z.output<typeof InvitationView> => ({
  id: invitation.id,
  userId: invitation.userId,
  status: invitation.status,
  expiresAt: invitation.expiresAt.toISOString(),
  sentAt: invitation.sentAt?.toISOString() ?? null,
  remindedAt: invitation.remindedAt?.toISOString() ?? null,
  ...showVersioned(invitation),
})

export default {
  resendInvitationOfUser: operation('POST /users/{id}/invitation', 'CreateUsers', {
    summary: 'Invite a user again with a new link; the former one stops working',
    returns: InvitationView,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_INVITED'],
    extension: true,
    locate: ({ userId }) => `/users/${userId}`,
  }).handle(async ({ unit, params }) => show(await resendInvitation(unit, params.id))),

  withdrawInvitationOfUser: operation('DELETE /users/{id}/invitation', 'CreateUsers', {
    summary: 'Take the open invitation of a user back; they can be invited again',
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_INVITED'],
    extension: true,
  }).handle(({ unit, params }) => withdrawInvitation(unit, params.id)),
} satisfies Room
