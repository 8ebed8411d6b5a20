import type { Principal } from '../../domain/access/principal.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { TaskName } from '../../domain/tasks.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Taken extends Record<string, unknown> {
  position: number
  entity_id: string
}

/** A whole chunk at once, where its task can; answers false where it must be done one by one. */
export async function doTogether(
  task: Task,
  as: Principal,
  of: BackgroundTask,
  items: readonly Taken[],
): Promise<boolean> {
  const verb = task.runtime.registered.tasks[of.taskName as TaskName].together
  if (verb === undefined || items.length < 2) return false
  const positions = items.map(({ position }) => position)
  try {
    await inUnit(task.runtime, as, task, async (unit) => {
      const taken = await unit.transaction.query<Taken>(take, [unit.tenantId, of.id, positions])
      const ids = taken.map(({ entity_id }) => entity_id)
      const refused = await verb(unit, ids, of.input)
      await storeRefusals(unit, of.id, taken, refused)
    })
    return true
  } catch (thrown) {
    const error = asUnavailable(thrown)
    if (error instanceof Refusal && error.status >= 500) throw error
    return false
  }
}

async function storeRefusals(
  unit: Unit,
  taskId: string,
  taken: readonly Taken[],
  refused: ReadonlyMap<string, Refusal>,
): Promise<void> {
  const failed = taken.flatMap(({ position, entity_id }) => {
    const refusal = refused.get(entity_id)
    return refusal === undefined ? [] : [{ position, refusal }]
  })
  if (failed.length === 0) return
  await unit.transaction.query(refuse, [
    unit.tenantId,
    taskId,
    failed.map(({ position }) => position),
    failed.map(({ refusal }) => refusal.code),
    failed.map(({ refusal }) => refusal.message.slice(0, 500)),
  ])
}

const take = `update background_task_item set status = 'DONE'
  where tenant_id = $1 and task_id = $2 and position = any($3::int[]) and status = 'WAITING'
  returning position, entity_id`

const refuse = `update background_task_item i
  set status = 'FAILED', code = f.code, message = f.message
  from unnest($3::int[], $4::text[], $5::text[]) as f (position, code, message)
  where i.tenant_id = $1 and i.task_id = $2 and i.position = f.position`
