import { z } from 'zod'
import { refuseUnknownIds } from '../activities/system/refuse-unknown-ids.ts'
import { startTask } from '../activities/system/start-task.ts'
import type { Unit } from '../kernel/write/unit.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { paceOf, skippedOf, taskIdsMax } from '../domain/system/background-task.ts'
import { taskNames, type TaskName } from '../domain/tasks.ts'
import { BackgroundTask } from '../entities/background-task.ts'
import type { Behaviour } from '../kernel/http/operation.ts'
import { id } from '../kernel/read/fields.ts'
import { shownOne, viewOf } from '../kernel/read/view.ts'
import { workflowLinks, workflowShown, type WorkflowLinks } from '../kernel/read/workflow-link.ts'
import type { Pending } from '../kernel/write/pending.ts'
import type { TaskWork } from '../kernel/write/task-work.ts'

export const taskView = viewOf(
  BackgroundTask,
  [
    'id',
    'status',
    'clientId',
    'total',
    'processed',
    'succeeded',
    'failed',
    'requestedBy',
    'requestedByName',
    'code',
    'startedAt',
    'endedAt',
    'dryRun',
    'createdAt',
    'updatedAt',
  ],
  {
    more: {
      taskName: z.enum(taskNames),
      /** Those that were left as they are, because the task ended before. */
      skipped: z.int(),
      itemsPerSecond: z.number().nullable(),
      secondsLeft: z.int().nullable(),
      workflow: workflowShown,
    },
    facts: (unit) => workflowLinks(unit, 'runTask'),
    show: ({ taskName, ...task }, workflowOf: WorkflowLinks) => ({
      taskName,
      skipped: skippedOf(task),
      ...paceOf(task),
      workflow: workflowOf(task.id),
    }),
  },
)

/** The address at which a task can be watched. */
export const taskPlace = ({ id: taskId }: { id: string }) => `/background-task/${taskId}`

export type Selection = {
  ids?: string[] | undefined
  filter?: Record<string, unknown> | undefined
}

interface Work<Input extends z.ZodObject = z.ZodObject> extends TaskWork {
  input: Input
}

/** The body of a bulk operation: ids, or a filter of their list, and the input for all of them. */
export function selectionBody<Shape extends z.ZodRawShape>(
  { kind, over }: Pick<TaskWork, 'kind' | 'over'>,
  shape: Shape,
) {
  const filters = Object.entries(over?.filters ?? {})
  const each = Object.fromEntries(filters.map(([name, { body }]) => [name, body.optional()]))
  const filter = z
    .strictObject(each)
    .refine(isSome, 'Say which: an empty filter would find everything')
    .meta({ minProperties: 1 })
  const ids = z.array(id(kind)).min(1).max(taskIdsMax).optional()
  return z
    .strictObject({ ids, filter: filter.optional(), ...shape })
    .refine(isOneWay, 'Give ids or filter, and not both')
}

/** An empty filter never means all rows. */
const isSome = (asked: unknown): boolean => {
  if (Array.isArray(asked)) return asked.length > 0
  if (typeof asked === 'object' && asked !== null) return Object.values(asked).some(isSome)
  return asked !== undefined && asked !== ''
}

function isOneWay(sent: object): boolean {
  const { ids, filter } = sent as Selection
  return (ids === undefined) !== (filter === undefined)
}

const pageSize = 5000

/** The ids of a selection, page by page, for questions about all of them (a total, a preview). */
export async function* pagesOf(
  unit: Unit,
  { over, kind }: TaskWork,
  { ids, filter }: Selection,
): AsyncGenerator<readonly string[]> {
  if (over === undefined) return
  if (ids !== undefined) {
    await refuseUnknownIds(unit, over, ids)
    yield [...new Set(ids)]
    return
  }
  const until = unit.newId(kind)
  let page: string[] = []
  do {
    const after = page.at(-1) ?? ''
    page = await over.pageOfIds(unit, { ...filter }, { after, until, limit: pageSize })
    yield page
  } while (page.length === pageSize)
}

/** `?dryRun=true`: the outcomes that it would have, and nothing is changed. */
export const dryRunAsked = z.strictObject({ dryRun: z.enum(['true', 'false']).optional() })
export const isDryRun = ({ dryRun }: z.output<typeof dryRunAsked>) => dryRun === 'true'

export interface BulkFacts<Input extends z.ZodObject> {
  task: TaskName
  /** The task itself, or of one of a later area what its body says. */
  work: Pick<Work<Input>, 'kind' | 'over' | 'input'>
  summary: string
  refuses?: readonly RefusalCode[]
}

/** A verb over many things at once: accepted, and done in the background, one by one. */
export function bulk<Input extends z.ZodObject>(facts: BulkFacts<Input>) {
  const { task, work, summary, refuses = [] } = facts
  const body = selectionBody(work, work.input.shape)
  return {
    summary,
    body,
    query: dryRunAsked,
    returns: taskView.schema,
    status: 202,
    purpose: 'job',
    refuses: ['TASK_RUNNING', 'NOT_FOUND', ...refuses],
    locate: taskPlace,
    handle: async ({ unit, body: sent, query }) => {
      const { ids, filter, ...input } = sent as Selection & Record<string, unknown>
      if (ids !== undefined && work.over !== undefined) await refuseUnknownIds(unit, work.over, ids)
      const dryRun = isDryRun(query)
      return shownOne(
        unit,
        taskView,
        await startTask(unit, { taskName: task, ids, filter, input, dryRun }),
      )
    },
  } satisfies Behaviour<
    never,
    z.output<typeof body>,
    z.output<typeof dryRunAsked>,
    z.output<typeof taskView.schema>
  >
}

/** The same, which takes two where the tenant has it so; what it would do one may ask alone. */
export function bulkByTwo<Input extends z.ZodObject>(
  facts: BulkFacts<Input>,
  second: (unit: Unit, payload: Readonly<Record<string, unknown>>) => Pending | undefined,
) {
  const { handle, ...told } = bulk(facts)
  return {
    ...told,
    confirms: true as const,
    // 202 is the answer of what waits for a second person.
    status: 201 as const,
    handle: async (call: Parameters<typeof handle>[0]) =>
      (isDryRun(call.query) ? undefined : second(call.unit, { task: facts.task, ...call.body })) ??
      handle(call),
  }
}
