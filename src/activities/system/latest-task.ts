import { notFound } from '../../domain/refusal.ts'
import type { TaskStatus } from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Of those that did what they say and that nobody has put away, within the caller's scope. */
export async function latestTaskOf(unit: Unit, taskName: TaskName) {
  const values: unknown[] = [unit.tenantId, taskName]
  const [task] = await unit.transaction.query<{ id: string; status: TaskStatus }>(
    `select id, status from background_task
     where tenant_id = $1 and task_name = $2 and status <> 'CLOSED' and not dry_run
       and ${unit.bound('background_task', values)}
     order by id desc limit 1`,
    values,
  )
  if (task === undefined) return notFound()
  return { taskId: task.id, taskName, status: task.status }
}
