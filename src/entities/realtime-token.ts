import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { principalKinds } from '../domain/access/principal.ts'
import { identified, tenantTable } from './table.ts'

/** Opens one realtime channel, once and soon, for the token that asked for it. */
export const RealtimeToken = defineEntity({
  name: 'RealtimeToken',
  ...tenantTable('realtime_token', {
    id: 'RealtimeToken',
    silent: true,
    references: { tenantId: 'tenant', tokenId: 'token' },
  }),
  properties: {
    ...identified,
    hash: p.string().length(64).hidden(),
    tokenId: p.string(),
    principalKind: p.enum(principalKinds),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'realtime_token_hash_unique', properties: ['tenantId', 'hash'] }],
})
export type RealtimeToken = InferEntity<typeof RealtimeToken>
