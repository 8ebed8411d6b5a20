import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { idOf } from './columns.ts'
import { identified, tenantTable } from './table.ts'

/** A realtime token that has opened its channel: no other one opens with it. */
export const RealtimeToken = defineEntity({
  name: 'RealtimeToken',
  ...tenantTable('realtime_token', {
    shared: true,
    silent: true,
    keptFor: [{ since: 'expires_at', days: 1 }],
    references: { tenantId: 'tenant', tokenId: 'token' },
  }),
  properties: {
    ...identified('RT'),
    tokenId: idOf('Token'),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3),
  },
  indexes: [{ name: 'realtime_token_expires_index', properties: ['tenantId', 'expiresAt'] }],
})
export type RealtimeToken = InferEntity<typeof RealtimeToken>
