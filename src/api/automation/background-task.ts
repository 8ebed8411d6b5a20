import { z } from 'zod'
import { closeTasks, closeTasksInput } from '../../activities/system/close-tasks.ts'
import { notFound } from '../../domain/refusal.ts'
import { taskErrorsShown } from '../../domain/system/background-task.ts'
import { taskNames } from '../../domain/tasks.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import { taskView } from '../../behaviours/bulk.ts'
import { latestTaskView } from '../../behaviours/latest-task.ts'
import { latestTaskOf } from '../../activities/system/latest-task.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { manyOf, shownOne } from '../../kernel/read/view.ts'

const TaskErrorView = z
  .object({
    entityId: z.string().meta({ example: 'I06D7ZCEWYHZ8N17900DG7H8PR4' }),
    code: z.string().meta({ example: 'INVOICE_NOT_CREATED' }),
    message: z.string(),
  })
  .meta({ id: 'BackgroundTaskError' })

const TaskWithErrorsView = taskView.schema.extend({ errors: z.array(TaskErrorView) }).meta({
  id: 'BackgroundTaskWithErrors',
})

/** The first of what was refused; `failed` counts all of it. */
function errorsOf(unit: Unit, taskId: string): Promise<z.output<typeof TaskErrorView>[]> {
  return unit.transaction.query(
    `select entity_id as "entityId", coalesce(code, '') as code, coalesce(message, '') as message
     from background_task_item where tenant_id = $1 and task_id = $2 and status = 'FAILED'
     order by position limit $3`,
    [unit.tenantId, taskId, taskErrorsShown],
  )
}

export default {
  readLatestTaskId: operation(
    'GET /background-task/latest-task-id/{taskName}',
    'GetBackgroundTaskId',
    {
      summary: 'Read the id of the latest task of a name',
      returns: latestTaskView,
    },
  ).handle(({ unit, params }) =>
    latestTaskOf(unit, taskNames.find((name) => name === params.taskName) ?? notFound()),
  ),

  readBackgroundTask: operation('GET /background-task/{taskId}', 'GetBackgroundTaskStatus', {
    summary: 'Read how far a background task is',
    returns: TaskWithErrorsView,
  }).handle(async ({ unit, params }) => {
    const task = await unit.load(BackgroundTask, params.taskId)
    return { ...(await shownOne(unit, taskView, task)), errors: await errorsOf(unit, task.id) }
  }),

  closeBackgroundTasks: operation('PUT /background-task/close', 'CloseBackgroundTasks', {
    summary: 'Close finished tasks; those at work are cancelled if asked',
    body: closeTasksInput,
    shows: manyOf(taskView, 'BackgroundTasks'),
    refuses: ['TASK_RUNNING', 'NOT_FOUND'],
  }).handle(({ unit, body }) => closeTasks(unit, body)),
} satisfies Room
