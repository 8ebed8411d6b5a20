import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { onBecoming, onChange, onCreated, onUpdated } from '../domain/event-rules.ts'
import { userKinds, userStatuses } from '../domain/access/user.ts'
import { email, idOf, name, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/**
 * A person who works with the platform: the tenant's staff, or a client's or debtor's own people.
 */
export const User = defineEntity({
  name: 'User',
  ...tenantTable('user_account', {
    steady: 'afterwards',
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    unrecorded: ['totpStep', 'lastLoginAt'],
    sealed: ['totpSeed'],
    secrets: ['totpSeed', 'totpStep', 'recoveryHashes', 'passwordHash'],
    references: { tenantId: 'tenant', clientId: 'client', debtorId: 'debtor' },
    onMove: 'follows',
    events: {
      USER: {
        means: [
          onCreated('invited'),
          ...onBecoming('status', { ACTIVE: 'activated', DISABLED: 'disabled' }),
          onChange('superUser', 'superUserChanged'),
          onChange('mfaEnrolledAt', 'mfaChanged'),
          onChange('recoveryHashes', 'recoveryCodeUsed'),
          onChange('passwordChangedAt', 'passwordChanged'),
          onUpdated('updated'),
        ],
        rights: ['ReadUser', 'ReadUsers'],
      },
    },
  }),
  properties: {
    ...identified('U'),
    email: email(),
    name: name(200),
    kind: p.enum(userKinds),
    status: p.enum(userStatuses),
    clientId: idOf('Client').nullable(),
    /** For a user of a debtor, who sees only the claims on it. */
    debtorId: idOf('Debtor').nullable(),
    superUser: p.boolean(),
    mfaRequired: p.boolean(),
    mfaEnrolledAt: p.datetime(3).nullable(),
    totpSeed: p.text().nullable().hidden(),
    totpStep: p.bigint('string').nullable().hidden(),
    /** Keyed hashes of the unused recovery codes. */
    recoveryHashes: p.array().columnType('text[]').nullable().hidden(),
    passwordHash: p.text().nullable().hidden(),
    passwordChangedAt: p.datetime(3).nullable(),
    /** Who else may know it: whoever set it, or the address that it was mailed to. */
    passwordSetBy: principalId().nullable(),
    /** Who moved the user to this address, to which links for a new password are mailed. */
    emailSetBy: principalId().nullable(),
    lastLoginAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'user_email_unique', properties: ['tenantId', 'email'] }],
  indexes: [
    { name: 'user_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'user_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'user_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'user_super_index', properties: ['tenantId', 'superUser', 'id'] },
    { name: 'user_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type User = InferEntity<typeof User>
