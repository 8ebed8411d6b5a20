import { z } from 'zod'
import { latestTaskOf } from '../activities/system/latest-task.ts'
import { taskNames, type TaskName } from '../domain/tasks.ts'
import type { Behaviour } from '../kernel/http/operation.ts'
import { id } from '../kernel/read/fields.ts'
import { taskView } from './bulk.ts'

export const latestTaskView = z
  .object({
    taskId: id('BackgroundTask'),
    taskName: z.enum(taskNames),
    status: taskView.schema.shape.status,
  })
  .meta({ id: 'LatestTask' })

/** The task of one name that was asked for last. */
export const latestTask = (taskName: TaskName, summary: string) =>
  ({
    summary,
    returns: latestTaskView,
    refuses: ['NOT_FOUND'],
    handle: ({ unit }) => latestTaskOf(unit, taskName),
  }) satisfies Behaviour<never, undefined, undefined, z.output<typeof latestTaskView>>
