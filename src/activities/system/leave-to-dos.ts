import { ToDo } from '../../entities/to-do.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whoever is switched off does nothing: what they were to do is for anybody to take. */
export async function leaveToDos(unit: Unit, userId: string): Promise<void> {
  for (const toDo of await unit.all(ToDo, { assigneeUserId: userId, status: 'OPEN' })) {
    unit.update(ToDo, toDo, { assigneeUserId: null })
  }
}
