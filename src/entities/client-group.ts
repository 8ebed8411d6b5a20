import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { idOf, name, prose } from './columns.ts'
import { identified, inTenant, noTwoAlike, tenantTable, versioned } from './table.ts'

/** Clients that are looked after together, by the members of a user group where one is named. */
export const ClientGroup = defineEntity({
  name: 'ClientGroup',
  ...tenantTable('client_group', {
    references: { tenantId: 'tenant', userGroupId: 'user_group' },
    events: {
      CLIENT_GROUP: { means: ofRow(), rights: ['ReadClientGroup', 'ReadClientGroups'] },
    },
  }),
  properties: {
    ...identified('CG'),
    name: name(100),
    description: prose(500),
    /** Whose members have the clients of the group, for rights that narrow to assigned clients. */
    userGroupId: idOf('UserGroup').nullable(),
    ...versioned,
  },
  uniques: [{ name: 'client_group_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('client_group'),
    { name: 'client_group_user_group_index', properties: ['tenantId', 'userGroupId', 'id'] },
    { name: 'client_group_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type ClientGroup = InferEntity<typeof ClientGroup>

export const ClientGroupClient = defineEntity({
  name: 'ClientGroupClient',
  ...tenantTable('client_group_client', {
    clientColumn: 'client_id',
    // How the tenant sorts its clients is not theirs to hear.
    clientHears: () => false,
    trail: { entity: 'ClientGroup', key: 'clientGroupId' },
    references: { clientGroupId: 'client_group', clientId: 'client' },
    events: { CLIENT_GROUP: { means: [onCreated('clientAdded'), onDeleted('clientRemoved')] } },
  }),
  properties: {
    ...inTenant,
    clientGroupId: idOf('ClientGroup').primary(),
    clientId: idOf('Client').primary(),
  },
  indexes: [{ name: 'client_group_client_client_index', properties: ['tenantId', 'clientId'] }],
})
export type ClientGroupClient = InferEntity<typeof ClientGroupClient>
