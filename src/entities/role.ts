import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { idOf, prose, name } from './columns.ts'
import { identified, inTenant, noTwoAlike, tenantTable, versioned } from './table.ts'

/** A named set of rights. One made from a shipped template has its key, and cannot be changed. */
export const Role = defineEntity({
  name: 'Role',
  ...tenantTable('role', {
    shared: true,
    references: { tenantId: 'tenant' },
    events: { ROLE: { means: ofRow(), rights: ['ReadRole', 'ReadRoles'] } },
  }),
  properties: {
    ...identified('RO'),
    name: name(100),
    description: prose(500),
    template: p.string().length(40).nullable(),
    ...versioned,
  },
  uniques: [{ name: 'role_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [noTwoAlike('role')],
})
export type Role = InferEntity<typeof Role>

export const RoleRight = defineEntity({
  name: 'RoleRight',
  ...tenantTable('role_right', {
    steady: 'always',
    shared: true,
    trail: { entity: 'Role', key: 'roleId' },
    references: { roleId: 'role' },
    events: { ROLE: { means: [onCreated('rightAdded'), onDeleted('rightRemoved')] } },
  }),
  properties: {
    ...inTenant,
    roleId: idOf('Role').primary(),
    right: p.string().length(120).primary().fieldName('right_name'),
  },
})
export type RoleRight = InferEntity<typeof RoleRight>

export const UserRole = defineEntity({
  name: 'UserRole',
  ...tenantTable('user_role', {
    steady: 'always',
    shared: true,
    boundMayWrite: 'they give roles to people of their own, whom their scope has found',
    trail: { entity: 'User', key: 'userId' },
    references: { userId: 'user_account', roleId: 'role' },
    events: { USER: { means: [onCreated('roleAssigned'), onDeleted('roleRemoved')] } },
  }),
  properties: {
    ...inTenant,
    userId: idOf('User').primary(),
    roleId: idOf('Role').primary(),
  },
  indexes: [{ name: 'user_role_role_index', properties: ['tenantId', 'roleId'] }],
})
export type UserRole = InferEntity<typeof UserRole>
