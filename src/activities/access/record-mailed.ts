import type { EntityName } from '@mikro-orm/core'
import type { Principal } from '../../domain/access/principal.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { lockOne } from './locks.ts'

/** Whoever follows the link at once shall not find its row changed under their hands. */
export function recordMailed<E extends { id: string }>(
  task: Task,
  as: Principal,
  userId: string,
  entity: EntityName<E>,
  record: (row: E, now: Date) => void,
): Promise<void> {
  return inUnit(task.runtime, as, task, async (unit) => {
    await lockOne(unit, 'user', userId)
    const row = await unit.find(entity, { id: task.entityId } as Partial<E>)
    if (row !== null) record(row, unit.now)
  })
}
