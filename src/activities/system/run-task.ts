import { platform, type Principal } from '../../domain/access/principal.ts'
import { isOfAwayPart } from '../../domain/passing.ts'
import { faultsIn, notFound, Refusal, type RefusalCode } from '../../domain/refusal.ts'
import {
  endOf,
  isTaskActive,
  paceOf,
  taskChunk,
  type TaskStatus,
} from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import { BackgroundTask } from '../../entities/background-task.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { isTemporary, type Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalNow } from '../access/may-still-act.ts'
import { tryChunk } from './try-chunk.ts'
import { findMore } from './find-more.ts'
import { doTogether, type Asked, type Item, type LookIn } from './do-together.ts'

/** Where a task stands after a chunk; while it is open there is more to do. */
export interface TaskProgress {
  open: boolean
  status: string
  total: number
  processed: number
  failed: number
  itemsPerSecond?: number | null
  secondsLeft?: number | null
}

interface Chunk {
  task: BackgroundTask
  items: Item[]
}

const atOnce = 6
const triesMax = 3

/** Works on the next things of a task that nobody has ended meanwhile, and counts what was done. */
export async function workOffTask(task: Task): Promise<TaskProgress> {
  const as = platform(task.tenantId, 'task')
  const beganAt = performance.now()
  const chunk = await waitingChunk(task)
  const isEnded = endedMeanwhile(task)
  const doing = { task, as: asRequested(task, chunk.task), of: chunk.task, isEnded }
  const waiting = chunk.task.dryRun
    ? await tryChunk(doing, chunk.items)
    : await doTogether(doing, chunk.items)
  const workThrough = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (await isEnded()) return
      await settled(task, chunk.task, item)
    }
  }
  // Of what goes together, these are what one has to be judged after the other, as was asked.
  const { together } = task.runtime.registered.tasks[chunk.task.taskName as TaskName]
  await Promise.all(Array.from({ length: together === undefined ? atOnce : 1 }, workThrough))
  // The workflow's time is that of the chunk's beginning, and this is its end.
  const now = new Date(task.now.getTime() + performance.now() - beganAt)
  return inUnit(task.runtime, as, { ...task, now }, (unit) => counted(unit, task.entityId))
}

/** What waits; where nothing does and not all was looked for, the next page of it. */
async function waitingChunk(task: Task): Promise<Chunk> {
  const as = platform(task.tenantId, 'task')
  const next = () => inUnit(task.runtime, as, task, (unit) => nextChunk(unit, task.entityId))
  const chunk = await next()
  if (chunk.items.length > 0 || chunk.task.walked || !isTaskActive(chunk.task.status)) return chunk
  const requester = asRequested(task, chunk.task)
  const seeking = { ...task, purpose: 'job' } as const
  await inUnit(task.runtime, requester, seeking, (unit) => findMore(unit, task.entityId))
  return next()
}

const lookMs = 500

/** Whether somebody has ended it, so that they need not wait for the end of its chunk. */
function endedMeanwhile(task: Task): Asked['isEnded'] {
  const as = platform(task.tenantId, 'task')
  const apart: LookIn = (look) => inUnit(task.runtime, as, task, look)
  let isEnded = false
  let lookedAt = performance.now()
  return async (lookIn = apart) => {
    if (isEnded || performance.now() - lookedAt < lookMs) return isEnded
    lookedAt = performance.now()
    isEnded = await lookIn(async ({ transaction }) => {
      const [row] = await transaction.query<{ status: TaskStatus }>(
        'select status from background_task where tenant_id = $1 and id = $2',
        [task.tenantId, task.entityId],
      )
      return row !== undefined && !isTaskActive(row.status)
    })
    return isEnded
  }
}

async function locked(unit: Unit, taskId: string): Promise<BackgroundTask> {
  const [task] = await unit.locked(BackgroundTask, { id: taskId })
  return task ?? notFound()
}

async function nextChunk(unit: Unit, taskId: string): Promise<Chunk> {
  const task = await locked(unit, taskId)
  if (!isTaskActive(task.status)) return { task, items: [] }
  const { requestedBy: principalId, openedBy = null, clientId = null } = task
  const code = await refusalNow(unit, { principalId, openedBy, clientId })
  if (code !== undefined) {
    await refuseRest(unit, task, code)
    return { task, items: [] }
  }
  if (task.status === 'QUEUED') Object.assign(task, { status: 'RUNNING', startedAt: unit.now })
  const items = await unit.transaction.query<Item>(
    `select position, entity_id from background_task_item
     where tenant_id = $1 and task_id = $2 and position > $3 and status = 'WAITING'
     order by position limit $4`,
    [unit.tenantId, taskId, task.settledTo, taskChunk],
  )
  return { task, items }
}

/**
 * The requester has lost the right meanwhile: the remaining rows are refused and the task fails.
 */
async function refuseRest(unit: Unit, task: BackgroundTask, code: RefusalCode): Promise<void> {
  const { message } = new Refusal(code)
  await unit.transaction.query(
    `update background_task_item set status = 'FAILED', code = $3, message = $4
     where tenant_id = $1 and task_id = $2 and status = 'WAITING'`,
    [unit.tenantId, task.id, code, message.slice(0, 500)],
  )
  Object.assign(task, { status: 'FAILED', code, endedAt: unit.now })
}

/** One thing: done in a transaction of its own, or noted with what refused it. */
async function settled(task: Task, of: BackgroundTask, item: Item): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await done(task, of, item)
    } catch (thrown) {
      const error = asUnavailable(thrown)
      if (!(error instanceof Refusal)) return await failed(task, item, error)
      if (isOfAwayPart(error.code)) throw error
      if (!isTemporary(error) || attempt === triesMax) return await failed(task, item, error)
    }
  }
}

/** The platform as principal, but with the name and scope of the requester. */
function asRequested({ tenantId }: Task, of: BackgroundTask): Principal {
  const as = platform(tenantId, of.requestedByName)
  const { requestedBy: id, clientId = null, assignedOnly, openedBy } = of
  return { ...as, id, clientId, assignedOnly, ...(openedBy != null && { openedBy }) }
}

async function done(task: Task, of: BackgroundTask, item: Item): Promise<void> {
  const { each } = task.runtime.registered.tasks[of.taskName as TaskName]
  await inUnit(task.runtime, asRequested(task, of), task, async (unit) => {
    // A second worker waits here for the first, and finds the row done.
    const taken = await unit.transaction.query(
      `update background_task_item set status = 'DONE'
       where tenant_id = $1 and task_id = $2 and position = $3 and status = 'WAITING'
       returning position`,
      [unit.tenantId, of.id, item.position],
    )
    if (taken.length === 0) return
    await each(unit, item.entity_id, of.input)
  })
}

async function failed(task: Task, item: Item, error: unknown): Promise<void> {
  const known = error instanceof Refusal
  if (!known)
    task.runtime.log.error({ err: error, workflowId: task.workflowId }, 'a task item broke')
  const [code, message] = known
    ? [error.code, faultsIn(error)]
    : ['INTERNAL', 'Something went wrong on our side']
  await inUnit(task.runtime, platform(task.tenantId, 'task'), task, (unit) =>
    unit.transaction.query(
      `update background_task_item set status = 'FAILED', code = $4, message = $5
       where tenant_id = $1 and task_id = $2 and position = $3 and status = 'WAITING'`,
      [unit.tenantId, task.entityId, item.position, code, message.slice(0, 500)],
    ),
  )
}

interface Counts extends Record<string, unknown> {
  done: number
  failed: number
  to: number
  waits: boolean
}

/** What became of things since they were last counted; those before are not looked at again. */
async function counted(unit: Unit, taskId: string): Promise<TaskProgress> {
  const task = await locked(unit, taskId)
  if (task.status === 'CANCELLED' || task.status === 'CLOSED') await skipRest(unit, taskId)
  const [counts] = await unit.transaction.query<Counts>(count, [
    unit.tenantId,
    taskId,
    task.settledTo,
  ])
  const { done: succeeded, failed: broken, to, waits } = counts as Counts
  task.settledTo = to
  task.succeeded += succeeded
  task.failed += broken
  task.processed = task.succeeded + task.failed
  if (isTaskActive(task.status) && !waits && task.walked) {
    Object.assign(task, { status: endOf(task), endedAt: unit.now })
  }
  const { status, total, processed, failed: refused } = task
  const pace = paceOf({ ...task, updatedAt: unit.now })
  return { open: isTaskActive(status), status, total, processed, failed: refused, ...pace }
}

/** What was done beyond the first that waited is counted too, and no late worker goes on with any. */
async function skipRest(unit: Unit, taskId: string): Promise<void> {
  await unit.transaction.query(
    `update background_task_item set status = 'SKIPPED'
     where tenant_id = $1 and task_id = $2 and status = 'WAITING'`,
    [unit.tenantId, taskId],
  )
}

/** Up to the first that waits, which an index finds however many wait behind it. */
export const count = `
with first as materialized (select (
  select position from background_task_item
  where tenant_id = $1 and task_id = $2 and position > $3 and status = 'WAITING'
  order by position limit 1) as waiting),
settled as (
  select position, status from background_task_item
  where tenant_id = $1 and task_id = $2 and position > $3
    and position < (select coalesce(waiting, ${2 ** 31 - 1}) from first))
select count(*) filter (where status = 'DONE')::int as done,
  count(*) filter (where status = 'FAILED')::int as failed,
  coalesce(max(position), $3::int) as to,
  (select waiting is not null from first) as waits
from settled`
