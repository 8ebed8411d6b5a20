import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onCreated } from '../domain/event-rules.ts'
import { resetStatuses } from '../domain/access/user.ts'
import { idOf } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A user's request for a new password; its link is derived from the key, not stored. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  ...tenantTable('password_reset', {
    shared: true,
    boundMayWrite: 'they help people of their own, whom their scope has found',
    trail: { entity: 'User', key: 'userId' },
    keptFor: [{ since: 'created_at', days: 90, where: `status in ('USED', 'EXPIRED')` }],
    references: { userId: 'user_account' },
    events: { USER: { means: [onCreated('passwordResetRequested')] } },
  }),
  properties: {
    ...identified('PW'),
    userId: idOf('User'),
    status: p.enum(resetStatuses),
    expiresAt: p.datetime(3),
    sentAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'password_reset_user_index', properties: ['tenantId', 'userId', 'id'] },
    {
      name: 'password_reset_open_index',
      expression: `create index password_reset_open_index on password_reset (tenant_id, created_at) where status = 'PENDING'`,
    },
    { name: 'password_reset_status_index', properties: ['tenantId', 'status', 'createdAt'] },
  ],
})
export type PasswordReset = InferEntity<typeof PasswordReset>
