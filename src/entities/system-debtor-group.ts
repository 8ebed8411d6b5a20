import { defineEntity, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onDeleted } from '../domain/event-rules.ts'
import { amount, currency, idOf, name, prose } from './columns.ts'
import { identified, inTenant, noTwoAlike, tenantTable, versioned } from './table.ts'

/** Identities that share a limit, as those of a concern; it may stand under another group. */
export const SystemDebtorGroup = defineEntity({
  name: 'SystemDebtorGroup',
  ...tenantTable('system_debtor_group', {
    boundMayWrite: 'what is owed by its identities counts against its limit',
    references: { tenantId: 'tenant', parentId: 'system_debtor_group' },
    events: {
      SYSTEM_DEBTOR_GROUP: {
        means: ofRow(),
        rights: ['ReadSystemDebtorGroup', 'ReadSystemDebtorGroups'],
      },
    },
  }),
  properties: {
    ...identified('SG'),
    name: name(100),
    description: prose(500),
    /** The group whose limit binds this one as well. */
    parentId: idOf('SystemDebtorGroup').nullable(),
    currency: currency(),
    /** Null if nobody has set a limit; then nothing is limited. */
    creditLimit: amount().nullable(),
    /** Of its own debtors and of all groups below it, in its currency. */
    utilised: amount(),
    reserved: amount(),
    ...versioned,
  },
  uniques: [{ name: 'system_debtor_group_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    noTwoAlike('system_debtor_group'),
    { name: 'system_debtor_group_parent_index', properties: ['tenantId', 'parentId', 'id'] },
    { name: 'system_debtor_group_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type SystemDebtorGroup = InferEntity<typeof SystemDebtorGroup>

/** An identity is in one group at most. */
export const SystemDebtorGroupMember = defineEntity({
  name: 'SystemDebtorGroupMember',
  ...tenantTable('system_debtor_group_member', {
    trail: { entity: 'SystemDebtorGroup', key: 'groupId' },
    references: { groupId: 'system_debtor_group', systemDebtorId: 'system_debtor' },
    events: {
      SYSTEM_DEBTOR_GROUP: {
        means: [onCreated('systemDebtorAdded'), onDeleted('systemDebtorRemoved')],
      },
    },
  }),
  properties: {
    ...inTenant,
    groupId: idOf('SystemDebtorGroup').primary(),
    systemDebtorId: idOf('SystemDebtor').primary(),
  },
  uniques: [
    {
      name: 'system_debtor_group_member_debtor_unique',
      properties: ['tenantId', 'systemDebtorId'],
    },
  ],
})
export type SystemDebtorGroupMember = InferEntity<typeof SystemDebtorGroupMember>
