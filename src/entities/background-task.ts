import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onBecoming } from '../domain/event-rules.ts'
import {
  taskItemStatuses,
  taskStatuses,
  type TaskSelection,
} from '../domain/system/background-task.ts'
import type { TaskName } from '../domain/tasks.ts'
import { anyId, idOf, principalId } from './columns.ts'
import type { Condition } from './reach.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** Over several clients it is no client's: its own of who asked for it. */
const ofTheirClientsOrTheirOwn: Condition = (named) =>
  `(${named.assigned('client_id')} or requested_by = ${named.holder})`

/** Work on many things at once that goes on after its request was answered. */
export const BackgroundTask = defineEntity({
  name: 'BackgroundTask',
  ...tenantTable('background_task', {
    clientColumn: 'client_id',
    clientSees: () => 'of_tenant is not true',
    clientHears: ({ ofTenant }) => ofTenant !== true,
    running: ['requestedByName'],
    holderSees: ofTheirClientsOrTheirOwn,
    references: { tenantId: 'tenant', clientId: 'client' },
    keptFor: [
      {
        since: 'ended_at',
        days: 30,
        where: `not exists (select from background_task_item i
          where i.tenant_id = k.tenant_id and i.task_id = k.id)`,
      },
    ],
    events: {
      BACKGROUND_TASK: {
        means: [...onBecoming('status', { COMPLETED: 'completed', FAILED: 'failed' }), ...ofRow()],
        rights: ['GetBackgroundTaskStatus'],
      },
    },
  }),
  properties: {
    ...identified('T'),
    taskName: p.string().length(60).$type<TaskName>(),
    clientId: idOf('Client').nullable(),
    /** The tenant's people asked for it, and not the client's own that it is about. */
    ofTenant: p.boolean().nullable(),
    status: p.enum(taskStatuses),
    total: p.integer(),
    processed: p.integer(),
    succeeded: p.integer(),
    failed: p.integer(),
    input: p.json<Record<string, unknown>>(),
    /** How its things are chosen, where they were not named: by a filter, or by its own query. */
    selection: p.json<TaskSelection>().nullable(),
    /** The id after which nothing was there when it was asked for. */
    selectedUntil: p.string().length(60).nullable(),
    /** How far its things were looked for, and whether to the end. */
    walkedTo: p.string().length(60).nullable(),
    walked: p.boolean(),
    /** Of what stands up to here it is counted what became of it. */
    settledTo: p.integer(),
    /** It says what would become of each thing, and changes none. */
    dryRun: p.boolean(),
    result: p.json<Record<string, unknown>>().nullable(),
    requestedBy: principalId(),
    requestedByName: p.string().length(200),
    /** The right that let them ask, which they must have until it is done. */
    openedBy: p.string().length(120).nullable(),
    /** It is done in the scope in which it was asked for: the clients assigned to who asked. */
    assignedOnly: p.boolean(),
    /** Why it ended before all of it was done. */
    code: p.string().length(60).nullable(),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'background_task_name_index', properties: ['tenantId', 'taskName', 'id'] },
    { name: 'background_task_status_index', properties: ['tenantId', 'status', 'createdAt'] },
    {
      name: 'background_task_ended_index',
      properties: ['tenantId', 'endedAt'],
      where: { endedAt: { $ne: null } },
    },
    {
      name: 'background_task_moving_index',
      expression: `create index background_task_moving_index on background_task (tenant_id, updated_at) where status in ('QUEUED', 'RUNNING')`,
    },
  ],
})
export type BackgroundTask = InferEntity<typeof BackgroundTask>

/** One thing of a task: what is done is not done again. */
export const BackgroundTaskItem = defineEntity({
  name: 'BackgroundTaskItem',
  ...tenantTable('background_task_item', {
    silent: true,
    references: { taskId: 'background_task' },
    keptFor: [
      {
        since: 'ended_at',
        days: 30,
        of: { table: 'background_task', key: 'task_id' },
      },
    ],
  }),
  properties: {
    ...inTenant,
    taskId: idOf('BackgroundTask').primary(),
    position: p.integer().primary(),
    entityId: anyId('I'),
    status: p.enum(taskItemStatuses),
    code: p.string().length(60).nullable(),
    message: p.string().length(500).nullable(),
  },
  indexes: [
    {
      name: 'background_task_item_waiting_index',
      expression: `create index background_task_item_waiting_index on background_task_item (tenant_id, task_id, position) where status = 'WAITING'`,
    },
  ],
})
export type BackgroundTaskItem = InferEntity<typeof BackgroundTaskItem>
