import { z } from 'zod'
import {
  acceptInvitation,
  acceptInvitationInput,
} from '../../activities/access/accept-invitation.ts'
import { email, id } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const open = { open: 'Who accepts has no token yet; the mailed link stands for them' } as const

export default {
  acceptInvitation: operation('POST /invitations/accept', open, {
    summary: 'Accept an invitation by its mailed link; choose a password',
    body: acceptInvitationInput,
    returns: z
      .object({ tenantId: id('Tenant'), userId: id('User'), email })
      .meta({ id: 'InvitationAccepted' }),
    status: 200,
    refuses: ['USER_NOT_INVITED'],
    extension: true,
  }).handle(async ({ body, ...at }) => {
    const user = await acceptInvitation(at, body)
    return { tenantId: user.tenantId, userId: user.id, email: user.email }
  }),
} satisfies Room
