import { z } from 'zod'
import { notFound, refuse } from '../../domain/refusal.ts'
import { isTaskActive, taskIdsMax } from '../../domain/system/background-task.ts'
import { taskNames } from '../../domain/tasks.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import { holdWhere } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { id } from '../../kernel/read/fields.ts'

export const closeTasksInput = z
  .strictObject({
    ids: z.array(id('BackgroundTask')).min(1).max(taskIdsMax).optional(),
    taskName: z.enum(taskNames).optional(),
    cancel: z.boolean().default(false),
  })
  .refine(
    ({ ids, taskName }) => ids !== undefined || taskName !== undefined,
    'Give ids, taskName, or both',
  )
type TasksToClose = z.output<typeof closeTasksInput>

/** Finished tasks are put away; those at work end after their present chunk, where that is asked. */
export async function closeTasks(unit: Unit, wanted: TasksToClose): Promise<BackgroundTask[]> {
  const tasks = await chosen(unit, wanted)
  const moving = tasks.filter(({ status }) => isTaskActive(status))
  if (moving.length > 0 && !wanted.cancel && wanted.ids !== undefined) {
    refuse('TASK_RUNNING', { detail: `The task ${moving[0]?.id} is ${moving[0]?.status}.` })
  }
  const { tasks: registered } = unit.runtime.registered
  const bound = moving.find(({ taskName, dryRun }) => !dryRun && registered[taskName].mustEnd)
  if (bound !== undefined && wanted.cancel) {
    refuse('TASK_RUNNING', { detail: `Nobody ends ${bound.id}: what it follows has happened.` })
  }
  for (const task of tasks) {
    if (!isTaskActive(task.status)) task.status = 'CLOSED'
    else if (wanted.cancel) Object.assign(task, { status: 'CANCELLED', endedAt: unit.now })
  }
  return tasks
}

async function chosen(unit: Unit, { ids, taskName }: TasksToClose): Promise<BackgroundTask[]> {
  const where = {
    ...(ids !== undefined && { id: { $in: [...ids] } }),
    ...(taskName !== undefined && { taskName }),
  }
  await lock(unit, ids ?? [], taskName ?? null)
  const tasks = await unit.all(BackgroundTask, { ...where, status: { $ne: 'CLOSED' } })
  if (ids === undefined) return tasks
  const known = new Set((await unit.all(BackgroundTask, where)).map((task) => task.id))
  ids.forEach((one, at) => known.has(one) || notFound(`/ids/${at}`))
  return tasks
}

/** Waits for a worker that is counting a chunk. */
async function lock(unit: Unit, ids: readonly string[], taskName: string | null): Promise<void> {
  const where = `status <> 'CLOSED' and (id = any($2) or ($4 and task_name = $3))`
  await holdWhere(unit, BackgroundTask, where, [[...ids], taskName, ids.length === 0])
}
