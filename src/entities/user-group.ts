import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { idOf, prose, text } from './columns.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** Users who share work, and get it and access to clients as a group. */
export const UserGroup = defineEntity({
  name: 'UserGroup',
  ...tenantTable('user_group', {
    references: { tenantId: 'tenant' },
    events: { USER_GROUP: { means: ofRow(), rights: ['ReadUserGroup', 'ReadUserGroups'] } },
  }),
  properties: {
    ...identified('UG'),
    name: text(100),
    description: prose(500),
    ...versioned,
  },
  uniques: [{ name: 'user_group_name_unique', properties: ['tenantId', 'name'] }],
})
export type UserGroup = InferEntity<typeof UserGroup>

export const UserGroupMember = defineEntity({
  name: 'UserGroupMember',
  ...tenantTable('user_group_member', {
    steady: 'always',
    trail: { entity: 'UserGroup', key: 'userGroupId' },
    references: { userGroupId: 'user_group', userId: 'user_account' },
    events: { USER_GROUP: { means: [onCreated('userAdded'), onDeleted('userRemoved')] } },
  }),
  properties: {
    ...inTenant,
    userGroupId: idOf('UserGroup').primary(),
    userId: idOf('User').primary(),
  },
  indexes: [{ name: 'user_group_member_user_index', properties: ['tenantId', 'userId'] }],
})
export type UserGroupMember = InferEntity<typeof UserGroupMember>
