import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { entitiesOfTargets, type TargetType } from '../domain/system/target.ts'
import { toDoStatuses, lifeOfToDo } from '../domain/system/to-do.ts'
import { businessDate } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What somebody is to do about something. */
export const ToDo = defineEntity({
  name: 'ToDo',
  ...tenantTable('to_do', {
    clientColumn: 'client_id',
    trail: { entity: { field: 'targetType', entities: entitiesOfTargets }, key: 'targetId' },
    references: {
      tenantId: 'tenant',
      clientId: 'client',
      assigneeUserId: 'user_account',
      userGroupId: 'user_group',
    },
    events: {
      TODO: {
        means: [...lifeOfToDo.events('status'), ...ofRow()],
        rights: ['GetInvoiceToDo', 'SearchInvoiceToDo'],
      },
    },
  }),
  properties: {
    ...identified('TD'),
    targetType: p.string().length(40).$type<TargetType>(),
    targetId: p.string().length(60),
    clientId: p.string().nullable(),
    title: p.string().length(200),
    description: p.string().length(2000),
    dueDate: businessDate().nullable(),
    assigneeUserId: p.string().nullable(),
    userGroupId: p.string().nullable(),
    status: p.enum(toDoStatuses),
    resolvedBy: p.string().length(60).nullable(),
    createdBy: p.string().length(60),
    ...versioned,
  },
  indexes: [
    { name: 'to_do_target_index', properties: ['tenantId', 'targetId', 'id'] },
    { name: 'to_do_client_index', properties: ['tenantId', 'clientId', 'createdAt', 'id'] },
    { name: 'to_do_user_index', properties: ['tenantId', 'assigneeUserId', 'dueDate', 'id'] },
    { name: 'to_do_group_index', properties: ['tenantId', 'userGroupId', 'dueDate', 'id'] },
    { name: 'to_do_status_index', properties: ['tenantId', 'status', 'dueDate', 'id'] },
    { name: 'to_do_due_index', properties: ['tenantId', 'dueDate', 'id'] },
    { name: 'to_do_created_index', properties: ['tenantId', 'createdAt', 'id'] },
  ],
})
export type ToDo = InferEntity<typeof ToDo>
