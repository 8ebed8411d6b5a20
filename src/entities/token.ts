import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onChange, onCreated } from '../domain/event-rules.ts'
import { principalKinds } from '../domain/access/principal.ts'
import { idOf, principalId, name } from './columns.ts'
import { identified, inTenant, tenantTable } from './table.ts'

/** The token of a caller. Only its keyed hash is stored; its rights are read at every call. */
export const Token = defineEntity({
  name: 'Token',
  ...tenantTable('token', {
    steady: 'afterwards',
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    onMove: { stays: 'It ends, since it was made for the debtor that it names', keepsDebtor: true },
    unrecorded: ['lastUsedAt'],
    secrets: ['hash'],
    // It lasts from when the second of two makes it, for as long as both have asked for.
    running: ['expiresAt'],
    // Of a session only: what it made says by it who is behind.
    keptFor: [
      {
        since: 'expires_at',
        days: 90,
        where: `user_id is not null and not exists (select from token c
            where c.tenant_id = k.tenant_id and (c.created_by = k.id or c.lives_by = k.id))
          and not exists (select from realtime_token r
            where r.tenant_id = k.tenant_id and r.token_id = k.id)
          and not exists (select from token_role r
            where r.tenant_id = k.tenant_id and r.token_id = k.id)`,
      },
    ],
    references: {
      tenantId: 'tenant',
      clientId: 'client',
      userId: 'user_account',
      serviceAccountId: 'service_account',
    },
    events: {
      TOKEN: {
        means: [onCreated('issued'), onChange('revokedAt', 'revoked')],
        rights: ['ReadUsers'],
      },
    },
  }),
  properties: {
    ...identified('TK'),
    kind: p.enum(principalKinds),
    name: name(100),
    hash: p.string().length(64).hidden(),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    userId: idOf('User').nullable(),
    serviceAccountId: idOf('ServiceAccount').nullable(),
    superUser: p.boolean(),
    rights: p.array().columnType('text[]'),
    createdBy: principalId(),
    /** By whose life and rights it lives; null for what is nobody's, as sessions and the first token. */
    livesBy: principalId().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    idleMs: p.integer().nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'token_hash_unique', properties: ['tenantId', 'hash'] }],
  indexes: [
    { name: 'token_user_index', properties: ['tenantId', 'userId'] },
    { name: 'token_service_account_index', properties: ['tenantId', 'serviceAccountId'] },
    { name: 'token_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'token_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'token_maker_index', properties: ['tenantId', 'createdBy', 'id'] },
    { name: 'token_lives_by_index', properties: ['tenantId', 'livesBy', 'id'] },
    { name: 'token_expires_index', properties: ['tenantId', 'expiresAt'] },
  ],
})
export type Token = InferEntity<typeof Token>

export const TokenRole = defineEntity({
  name: 'TokenRole',
  ...tenantTable('token_role', {
    steady: 'always',
    shared: true,
    boundMayWrite: 'they make tokens for their own, by roles that are there',
    trail: { entity: 'Token', key: 'tokenId' },
    references: { tokenId: 'token', roleId: 'role' },
  }),
  properties: {
    ...inTenant,
    tokenId: idOf('Token').primary(),
    roleId: idOf('Role').primary(),
  },
  indexes: [{ name: 'token_role_role_index', properties: ['tenantId', 'roleId'] }],
})
export type TokenRole = InferEntity<typeof TokenRole>
