import { z } from 'zod'
import { startTask } from '../activities/system/start-task.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { invalid, refuse, type RefusalCode } from '../domain/refusal.ts'
import { taskIdsMax, type TaskName } from '../domain/system/background-task.ts'
import { BackgroundTask } from '../entities/background-task.ts'
import { id } from '../kernel/read/fields.ts'
import type { Behaviour } from '../kernel/http/operation.ts'
import type { Table } from '../kernel/read/table.ts'
import { viewOf } from '../kernel/read/view.ts'
import type { IdKind } from '../domain/ids.ts'

export const taskView = viewOf(BackgroundTask, [
  'id',
  'taskName',
  'status',
  'clientId',
  'total',
  'processed',
  'succeeded',
  'failed',
  'requestedBy',
  'requestedByName',
  'startedAt',
  'endedAt',
  'createdAt',
  'updatedAt',
])

/** Where what was accepted for later can be watched. */
export const taskPlace = ({ id: taskId }: { id: string }) => `/background-task/${taskId}`

export interface BulkFacts<More extends z.ZodRawShape> {
  task: TaskName
  /** The table that things are chosen from, and the prefix of their ids. */
  over: Table
  kind: IdKind
  summary: string
  /** What is said of all of them, besides which they are. */
  more: More
  refuses?: readonly RefusalCode[]
}

export type Selection = {
  ids?: string[] | undefined
  filter?: Record<string, unknown> | undefined
}

/** Which things: named one by one, or all that a filter of their list finds. */
export function selectionOf(over: Table, kind: IdKind) {
  const filters = Object.entries(over.filters).map(([name, { body }]) => [name, body.optional()])
  return {
    ids: z.array(id(kind)).min(1).max(taskIdsMax).optional(),
    filter: z
      .strictObject(Object.fromEntries(filters))
      .refine(isSome, 'Say which: an empty filter would find everything')
      .optional(),
  }
}

/** Everything is never meant by leaving something out. */
const isSome = (asked: unknown): boolean => {
  if (Array.isArray(asked)) return asked.length > 0
  if (typeof asked === 'object' && asked !== null) return Object.values(asked).some(isSome)
  return asked !== undefined && asked !== ''
}

export const isOneWay = ({ ids, filter }: Selection): boolean =>
  (ids === undefined) !== (filter === undefined)

export const oneWay = 'Give ids or filter, and not both'

/** The ids that are meant, as far as the caller may see them. */
export async function selected(
  unit: Unit,
  over: Table,
  asked: Selection,
  pointer = (at: number) => `/ids/${at}`,
): Promise<string[]> {
  if (asked.ids === undefined) {
    const found = await over.ids(unit, asked.filter ?? {}, taskIdsMax + 1)
    if (found.length <= taskIdsMax) return found
    return invalid('/filter', 'TOO_MANY', `It finds more than ${taskIdsMax}; narrow it`)
  }
  const known = await over.known(unit, asked.ids)
  const missing = asked.ids.flatMap((one, at) => (known.has(one) ? [] : [at])).slice(0, 20)
  if (missing.length === 0) return asked.ids
  return refuse('NOT_FOUND', {
    errors: missing.map((at) => ({
      pointer: pointer(at),
      code: 'NOT_FOUND',
      message: 'There is nothing with this id',
    })),
  })
}

/** A verb over many things at once: accepted, and done in the background, one by one. */
export function bulk<const More extends z.ZodRawShape>(facts: BulkFacts<More>) {
  const { task, over, kind, summary, more, refuses = [] } = facts
  const body = z
    .strictObject({ ...selectionOf(over, kind), ...more })
    .refine((sent) => isOneWay(sent as Selection), oneWay)
  return {
    summary,
    body,
    returns: taskView.schema,
    status: 202,
    purpose: 'job',
    refuses: ['TASK_RUNNING', 'NOT_FOUND', ...refuses],
    locate: taskPlace,
    handle: async ({ unit, body: sent }) => {
      const { ids: _, filter: __, ...input } = sent as Selection & Record<string, unknown>
      const ids = await selected(unit, over, sent as Selection)
      const made = await startTask(unit, { taskName: task, ids, input })
      return taskView.show(made)
    },
  } satisfies Behaviour<never, z.output<typeof body>, undefined, z.output<typeof taskView.schema>>
}
