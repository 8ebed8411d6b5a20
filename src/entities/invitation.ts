import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onBecoming } from '../domain/event-rules.ts'
import { invitationStatuses } from '../domain/access/user.ts'
import { idOf, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** An invitation of a user to choose a password; its link is derived from the key, not stored. */
export const Invitation = defineEntity({
  name: 'Invitation',
  ...tenantTable('user_invitation', {
    shared: true,
    // Counted from when the second of two invites.
    running: ['expiresAt'],
    boundMayWrite: 'they invite people of their own, whom their scope has found',
    trail: { entity: 'User', key: 'userId' },
    // The first says who let the user in, which a second person is asked by.
    keptFor: [
      {
        since: 'created_at',
        days: 400,
        where: `status in ('EXPIRED', 'WITHDRAWN') and exists (
          select from user_invitation first where first.tenant_id = k.tenant_id
            and first.user_id = k.user_id and first.id < k.id)`,
      },
    ],
    references: { userId: 'user_account' },
    events: {
      USER: {
        means: onBecoming('status', {
          ACCEPTED: 'invitationAccepted',
          EXPIRED: 'invitationExpired',
          WITHDRAWN: 'invitationWithdrawn',
        }),
      },
    },
  }),
  properties: {
    ...identified('UI'),
    userId: idOf('User'),
    /** Who invites and by which right: it is accepted only as long as they still may. */
    invitedBy: principalId().nullable(),
    openedBy: p.string().length(100).nullable(),
    status: p.enum(invitationStatuses),
    expiresAt: p.datetime(3),
    sentAt: p.datetime(3).nullable(),
    remindedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'invitation_user_index', properties: ['tenantId', 'userId', 'id'] },
    {
      name: 'invitation_open_index',
      expression: `create index invitation_open_index on user_invitation (tenant_id, created_at) where status = 'PENDING'`,
    },
    { name: 'invitation_status_index', properties: ['tenantId', 'status', 'createdAt'] },
  ],
})
export type Invitation = InferEntity<typeof Invitation>
