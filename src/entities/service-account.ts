import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { idOf, prose, principalId, name } from './columns.ts'
import { identified, inTenant, noTwoAlike, tenantTable, versioned } from './table.ts'

/** A machine that works with the platform, and exchanges its secret for short-lived tokens. */
export const ServiceAccount = defineEntity({
  name: 'ServiceAccount',
  ...tenantTable('service_account', {
    steady: 'afterwards',
    clientColumn: 'client_id',
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      SERVICE_ACCOUNT: { means: ofRow(), rights: ['ReadServiceAccount', 'ReadServiceAccounts'] },
    },
  }),
  properties: {
    ...identified('SA'),
    name: name(100),
    description: prose(500),
    active: p.boolean(),
    clientId: idOf('Client').nullable(),
    ...versioned,
  },
  uniques: [{ name: 'service_account_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('service_account'),
    { name: 'service_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'service_account_active_index', properties: ['tenantId', 'active', 'id'] },
  ],
})
export type ServiceAccount = InferEntity<typeof ServiceAccount>

export const ServiceAccountRole = defineEntity({
  name: 'ServiceAccountRole',
  ...tenantTable('service_account_role', {
    steady: 'always',
    shared: true,
    boundMayWrite: 'they give roles to accounts of their own, whom their scope has found',
    trail: { entity: 'ServiceAccount', key: 'serviceAccountId' },
    references: { serviceAccountId: 'service_account', roleId: 'role' },
    events: { SERVICE_ACCOUNT: { means: [onCreated('roleAssigned'), onDeleted('roleRemoved')] } },
  }),
  properties: {
    ...inTenant,
    serviceAccountId: idOf('ServiceAccount').primary(),
    roleId: idOf('Role').primary(),
  },
  indexes: [{ name: 'service_account_role_role_index', properties: ['tenantId', 'roleId'] }],
})
export type ServiceAccountRole = InferEntity<typeof ServiceAccountRole>

/** At most two work at once: the present one, and the former one until its overlap ends. */
export const ServiceAccountSecret = defineEntity({
  name: 'ServiceAccountSecret',
  ...tenantTable('service_account_secret', {
    shared: true,
    boundMayWrite: 'they rotate secrets of accounts of their own',
    secrets: ['hash'],
    trail: { entity: 'ServiceAccount', key: 'serviceAccountId' },
    references: { serviceAccountId: 'service_account' },
    events: { SERVICE_ACCOUNT: { means: [onCreated('secretRotated')] } },
  }),
  properties: {
    ...identified('SS'),
    serviceAccountId: idOf('ServiceAccount'),
    hash: p.string().length(64).hidden(),
    /** Who was shown the secret; unknown for secrets older than this column. */
    createdBy: principalId().nullable(),
    expiresAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'service_account_secret_index', properties: ['tenantId', 'serviceAccountId', 'id'] },
  ],
})
export type ServiceAccountSecret = InferEntity<typeof ServiceAccountSecret>
