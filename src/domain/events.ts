/** Which event a change means. The kernel reads this table; no verb emits anything by hand. */
export interface EventRule {
  entity: string
  /** The change: the row appears, goes, a field takes a value, or any field changes. */
  when: 'CREATED' | 'DELETED' | 'UPDATED' | { field: string; becomes?: string }
  type: string
  name: string
}

const life = (entity: string, type: string): EventRule[] => [
  { entity, when: 'CREATED', type, name: 'created' },
  { entity, when: 'UPDATED', type, name: 'updated' },
  { entity, when: 'DELETED', type, name: 'deleted' },
]

export const eventRules: readonly EventRule[] = [
  ...life('Client', 'CLIENT'),
  { entity: 'User', when: 'CREATED', type: 'USER', name: 'invited' },
  { entity: 'User', when: { field: 'status', becomes: 'ACTIVE' }, type: 'USER', name: 'activated' },
  {
    entity: 'User',
    when: { field: 'status', becomes: 'DISABLED' },
    type: 'USER',
    name: 'disabled',
  },
  { entity: 'User', when: { field: 'superUser' }, type: 'USER', name: 'superUserChanged' },
  { entity: 'User', when: { field: 'mfaEnrolledAt' }, type: 'USER', name: 'mfaChanged' },
  { entity: 'User', when: { field: 'recoveryHashes' }, type: 'USER', name: 'recoveryCodeUsed' },
  { entity: 'User', when: { field: 'passwordChangedAt' }, type: 'USER', name: 'passwordChanged' },
  { entity: 'User', when: 'UPDATED', type: 'USER', name: 'updated' },
  { entity: 'UserRole', when: 'CREATED', type: 'USER', name: 'roleAssigned' },
  { entity: 'UserRole', when: 'DELETED', type: 'USER', name: 'roleRemoved' },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'ACCEPTED' },
    type: 'USER',
    name: 'invitationAccepted',
  },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'EXPIRED' },
    type: 'USER',
    name: 'invitationExpired',
  },
  {
    entity: 'Invitation',
    when: { field: 'status', becomes: 'WITHDRAWN' },
    type: 'USER',
    name: 'invitationWithdrawn',
  },
  { entity: 'PasswordReset', when: 'CREATED', type: 'USER', name: 'passwordResetRequested' },
  ...life('Role', 'ROLE'),
  { entity: 'RoleRight', when: 'CREATED', type: 'ROLE', name: 'rightAdded' },
  { entity: 'RoleRight', when: 'DELETED', type: 'ROLE', name: 'rightRemoved' },
  ...life('UserGroup', 'USER_GROUP'),
  { entity: 'UserGroupMember', when: 'CREATED', type: 'USER_GROUP', name: 'userAdded' },
  { entity: 'UserGroupMember', when: 'DELETED', type: 'USER_GROUP', name: 'userRemoved' },
  ...life('ServiceAccount', 'SERVICE_ACCOUNT'),
  {
    entity: 'ServiceAccountSecret',
    when: 'CREATED',
    type: 'SERVICE_ACCOUNT',
    name: 'secretRotated',
  },
  { entity: 'ServiceAccountRole', when: 'CREATED', type: 'SERVICE_ACCOUNT', name: 'roleAssigned' },
  { entity: 'ServiceAccountRole', when: 'DELETED', type: 'SERVICE_ACCOUNT', name: 'roleRemoved' },
  { entity: 'Token', when: 'CREATED', type: 'TOKEN', name: 'issued' },
  { entity: 'Token', when: { field: 'revokedAt' }, type: 'TOKEN', name: 'revoked' },
  ...life('ReasonCode', 'REASON_CODE'),
  ...life('DebtorSubtype', 'DEBTOR_SUBTYPE'),
]

export interface ChangeFacts {
  entity: string
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  fields: Readonly<Record<string, { to?: unknown }>>
}

const rulesOf = Map.groupBy(eventRules, (rule) => rule.entity)

/** The first rule that fits: the particular ones stand before the general. */
export function eventOf(change: ChangeFacts): { type: string; name: string } | undefined {
  return rulesOf.get(change.entity)?.find((rule) => fits(rule.when, change))
}

function fits(when: EventRule['when'], change: ChangeFacts): boolean {
  if (typeof when === 'string') return when === change.action
  const field = change.fields[when.field]
  if (change.action !== 'UPDATED' || field === undefined) return false
  return when.becomes === undefined || field.to === when.becomes
}
