import { taskChunk } from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import type { IdPage } from '../../kernel/write/task-work.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addItems } from './start-task.ts'

/** The next page of a task's filter or query, within the requester's scope. */
export async function findMore(unit: Unit, taskId: string): Promise<void> {
  // A task of the tenant about a client is done in the client's scope, which does not see it.
  const [task] = await unit.widened(() => unit.locked(BackgroundTask, { id: taskId }))
  if (task === undefined || task.walked) return
  const { selection, selectedUntil, walkedTo } = task
  const page = { after: walkedTo ?? '', until: selectedUntil ?? '', limit: taskChunk }
  const ids = await pageOf(unit, task, selection?.filter, page)
  const found = await lastPosition(unit, taskId)
  await addItems(unit, taskId, found, ids)
  const walked = ids.length < taskChunk
  const known = found + ids.length
  // What went out of sight meanwhile is not waited for, and what came in is counted.
  const total = walked ? known : Math.max(task.total, known)
  await unit.widened(async () =>
    Object.assign(task, { walked, total, walkedTo: ids.at(-1) ?? walkedTo ?? null }),
  )
}

function pageOf(
  unit: Unit,
  task: BackgroundTask,
  filter: Readonly<Record<string, unknown>> | undefined,
  page: IdPage,
): Promise<string[]> {
  const { over, find } = unit.runtime.registered.tasks[task.taskName as TaskName]
  if (filter !== undefined && over !== undefined) return over.pageOfIds(unit, { ...filter }, page)
  if (find === undefined) throw new Error(`the task ${task.taskName} finds nothing by itself`)
  return find(unit, task.input, page)
}

async function lastPosition(unit: Unit, taskId: string): Promise<number> {
  const [row] = await unit.transaction.query<{ last: number }>(
    `select coalesce(max(position), 0)::int as last from background_task_item
     where tenant_id = $1 and task_id = $2`,
    [unit.tenantId, taskId],
  )
  return row?.last ?? 0
}
