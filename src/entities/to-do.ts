import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { entitiesOfTargets, targetTypes, type TargetType } from '../domain/system/target.ts'
import { toDoStatuses, lifeOfToDo } from '../domain/system/to-do.ts'
import { anyId, businessDate, idOf, oneOf, prose, principalId, name } from './columns.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** Who may not read the to-dos of some kind of thing is told nothing of them either. */
const onTarget = (targetType: TargetType, rights: readonly string[]) => ({
  of: { targetType },
  means: [...lifeOfToDo.events('status'), ...ofRow()],
  rights,
})

/** What somebody is to do about something. */
export const ToDo = defineEntity({
  name: 'ToDo',
  ...tenantTable('to_do', {
    clientColumn: 'client_id',
    trail: { entity: { field: 'targetType', entities: entitiesOfTargets }, key: 'targetId' },
    added: { but: ['status', 'resolvedBy'] },
    onMove: 'follows',
    references: {
      tenantId: 'tenant',
      clientId: 'client',
      assigneeUserId: 'user_account',
      userGroupId: 'user_group',
    },
    events: {
      TODO: onTarget('INVOICE', ['GetInvoiceToDo', 'SearchInvoiceToDo']),
      CLIENT_TODO: onTarget('CLIENT', ['GetClientToDo', 'SearchClientToDo']),
      DEBTOR_TODO: onTarget('DEBTOR', ['GetDebtorToDo', 'SearchDebtorToDo']),
      SYSTEM_DEBTOR_TODO: onTarget('SYSTEM_DEBTOR', [
        'GetSystemDebtorToDo',
        'SearchSystemDebtorToDo',
      ]),
      BUSINESS_LOAN_TODO: onTarget('BUSINESS_LOAN', [
        'GetBusinessLoanToDo',
        'SearchBusinessLoanToDo',
      ]),
    },
  }),
  properties: {
    ...identified('TD'),
    targetType: oneOf(40, targetTypes),
    targetId: anyId('I'),
    clientId: idOf('Client').nullable(),
    title: name(200, 'Ask for the delivery note'),
    description: prose(2000),
    dueDate: businessDate().nullable(),
    assigneeUserId: idOf('User').nullable(),
    userGroupId: idOf('UserGroup').nullable(),
    status: p.enum(toDoStatuses),
    resolvedBy: principalId().nullable(),
    createdBy: principalId(),
    ...addedHow,
    ...versioned,
  },
  indexes: [
    { name: 'to_do_target_index', properties: ['tenantId', 'targetId', 'id'] },
    { name: 'to_do_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'to_do_user_index', properties: ['tenantId', 'assigneeUserId', 'dueDate', 'id'] },
    { name: 'to_do_group_index', properties: ['tenantId', 'userGroupId', 'dueDate', 'id'] },
    { name: 'to_do_status_index', properties: ['tenantId', 'status', 'dueDate', 'id'] },
    {
      name: 'to_do_other_status_index',
      properties: ['tenantId', 'status', 'id'],
      where: { status: { $ne: 'RESOLVED' } },
    },
    { name: 'to_do_due_index', properties: ['tenantId', 'dueDate', 'id'] },
  ],
})
export type ToDo = InferEntity<typeof ToDo>
