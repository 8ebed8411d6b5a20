import { resendInvitation } from '../../../activities/access/resend-invitation.ts'
import { withdrawInvitation } from '../../../activities/access/withdraw-invitation.ts'
import { exampleId } from '../../../entities/ids.ts'
import { Invitation } from '../../../entities/invitation.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const invitationView = viewOf(Invitation, [
  'id',
  'userId',
  'status',
  'expiresAt',
  'sentAt',
  'remindedAt',
  'versioned',
])

/** One who has not accepted yet. */
const inPath = { id: exampleId('User', 'ofClient') }

export default {
  resendInvitationOfUser: operation('POST /users/{id}/invitation', 'CreateUsers', {
    inPath,
    summary: 'Invite a user again with a new link; the former one stops working',
    returns: invitationView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_INVITED'],
    extension: true,
    locate: ({ userId }) => `/users/${userId}`,
  }).handle(async ({ unit, params }) =>
    invitationView.show(await resendInvitation(unit, params.id)),
  ),

  withdrawInvitationOfUser: operation('DELETE /users/{id}/invitation', 'CreateUsers', {
    names: { entity: Invitation },
    inPath,
    summary: 'Take the open invitation of a user back; they can be invited again',
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_INVITED'],
    extension: true,
  }).handle(({ unit, params }) => withdrawInvitation(unit, params.id)),
} satisfies Room
