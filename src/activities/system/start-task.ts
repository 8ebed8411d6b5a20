import { refuse } from '../../domain/refusal.ts'
import { movingTaskStatuses, type TaskName } from '../../domain/system/background-task.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'

export interface NewTask {
  taskName: TaskName
  /** Whose things they are, where they are one client's. */
  clientId?: string | null
  ids: readonly string[]
  input: Record<string, unknown>
}

/** Work on many things, from the moment of its request on; one of a name and client at a time. */
export async function startTask(unit: Unit, task: NewTask): Promise<BackgroundTask> {
  const { taskName, ids, input } = task
  const clientId = task.clientId ?? unit.scope.clientId
  if (unit.scope.debtorId !== null) refuse('ACCESS_DENIED')
  await lockKey(unit, `task ${taskName} ${clientId ?? ''}`)
  const running = await unit.find(BackgroundTask, {
    taskName,
    clientId,
    status: { $in: [...movingTaskStatuses] },
  })
  if (running !== null) {
    refuse('TASK_RUNNING', { detail: `The task ${running.id} is ${running.status}.` })
  }
  const unique = [...new Set(ids)]
  const made = unit.add(BackgroundTask, {
    taskName,
    clientId,
    status: 'QUEUED',
    total: unique.length,
    processed: 0,
    succeeded: 0,
    failed: 0,
    input,
    requestedBy: unit.principal.id,
    requestedByName: unit.principal.name.slice(0, 200),
    assignedOnly: unit.scope.clients === 'set',
  })
  await unit.flush()
  await unit.transaction.query(
    `insert into background_task_item (tenant_id, task_id, position, entity_id, status)
     select $1, $2, place, entity_id, 'WAITING'
     from unnest($3::text[]) with ordinality as given (entity_id, place)`,
    [unit.tenantId, made.id, unique],
  )
  unit.start('runTask', made.id, clientId === null ? {} : { RxClient: clientId })
  return made
}
