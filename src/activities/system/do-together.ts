import type { Principal } from '../../domain/access/principal.ts'
import { isOfAwayPart } from '../../domain/passing.ts'
import { faultsIn, Refusal, type Refused } from '../../domain/refusal.ts'
import { groupsOf, taskChunk } from '../../domain/system/background-task.ts'
import type { TaskName } from '../../domain/tasks.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnitByNotes } from '../../kernel/write/in-unit.ts'
import type { TaskWork } from '../../kernel/write/task-work.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A thing of a task that was taken from those that wait. */
export interface Item extends Record<string, unknown> {
  position: number
  entity_id: string
}

type Together = NonNullable<TaskWork['together']>

export type LookIn = <T>(look: (unit: Unit) => Promise<T>) => Promise<T>

export interface Asked {
  task: Task
  as: Principal
  of: BackgroundTask
  /** By default it is asked apart; who holds a connection asks there. */
  isEnded: (lookIn?: LookIn) => Promise<boolean>
}

interface Doing extends Asked {
  together: Together
}

/** Does a chunk in as few transactions as its task can; returns what has to be done one by one. */
export async function doTogether(asked: Asked, items: readonly Item[]): Promise<Item[]> {
  const { task, of } = asked
  const work = task.runtime.registered.tasks[of.taskName as TaskName]
  const { together, togetherMax = taskChunk } = work
  if (together === undefined) return [...items]
  const touches = work.touches?.(of.input)
  const touched = ({ entity_id: id }: Item) => touches?.(id) ?? [id]
  const alone: Item[] = []
  for (const group of groupsOf(items, togetherMax, touched)) {
    alone.push(...(await through({ ...asked, together }, group)))
  }
  return alone
}

/**
 * In one transaction; if that fails, each half has one of its own, so that what is only one's is
 * found soon.
 */
async function through(doing: Doing, items: readonly Item[]): Promise<readonly Item[]> {
  if (items.length < 2) return items
  if (await doing.isEnded()) return []
  try {
    return await done(doing, items)
  } catch (thrown) {
    const error = asUnavailable(thrown)
    if (error instanceof Refusal && isOfAwayPart(error.code)) throw error
  }
  const middle = Math.ceil(items.length / 2)
  const first = await through(doing, items.slice(0, middle))
  return [...first, ...(await through(doing, items.slice(middle)))]
}

/** Returns those that wait on, because they have to be done alone. */
function done({ task, as, of, together }: Doing, items: readonly Item[]): Promise<Item[]> {
  return inUnitByNotes(task.runtime, as, task, async (unit) => {
    const positions = items.map(({ position }) => position)
    const rows = await unit.transaction.prepared<Item>(take, [unit.tenantId, of.id, positions])
    if (rows.length === 0) return []
    const taken = rows.toSorted((a, b) => a.position - b.position)
    const ids = taken.map(({ entity_id }) => entity_id)
    const { refused, aside } = await together(unit, ids, of.input)
    storeRefusals(unit, of.id, taken, refused)
    const left = taken.filter(({ entity_id }) => aside.includes(entity_id))
    if (left.length > 0) {
      const again = left.map(({ position }) => position)
      unit.transaction.ahead(putBack, [unit.tenantId, of.id, again])
    }
    return left
  })
}

/** What became of each, as it stands afterwards: done, or refused. */
export async function storeOutcomes(
  unit: Unit,
  taskId: string,
  items: readonly Item[],
  refused: Refused,
): Promise<void> {
  const positions = items.map(({ position }) => position)
  const taken = await unit.transaction.prepared<Item>(take, [unit.tenantId, taskId, positions])
  storeRefusals(unit, taskId, taken, refused)
}

function storeRefusals(unit: Unit, taskId: string, taken: readonly Item[], refused: Refused): void {
  const failed = taken.flatMap(({ position, entity_id }) => {
    const refusal = refused.get(entity_id)
    return refusal === undefined ? [] : [{ position, refusal }]
  })
  if (failed.length === 0) return
  unit.transaction.ahead(refuse, [
    unit.tenantId,
    taskId,
    failed.map(({ position }) => position),
    failed.map(({ refusal }) => refusal.code),
    failed.map(({ refusal }) => faultsIn(refusal).slice(0, 500)),
  ])
}

const take = `update background_task_item set status = 'DONE'
  where tenant_id = $1 and task_id = $2 and position = any($3::int[]) and status = 'WAITING'
  returning position, entity_id`

const putBack = `update background_task_item set status = 'WAITING'
  where tenant_id = $1 and task_id = $2 and position = any($3::int[])`

const refuse = `update background_task_item i
  set status = 'FAILED', code = f.code, message = f.message
  from unnest($3::int[], $4::text[], $5::text[]) as f (position, code, message)
  where i.tenant_id = $1 and i.task_id = $2 and i.position = f.position`
