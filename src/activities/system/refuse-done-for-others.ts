import { mayEnd } from '../../domain/access/scope.ts'
import type { ToDo } from '../../entities/to-do.ts'
import { User } from '../../entities/user.ts'
import { refuseEnding } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whoever set a to-do, those who were given it say that it is done. */
export async function refuseDoneForOthers(unit: Unit, done: readonly ToDo[]): Promise<void> {
  const others = done.filter(({ addedFor }) => !mayEnd(unit.scope, addedFor ?? null))
  if (others.length === 0) return
  const assignees = others.flatMap(({ assigneeUserId }) => assigneeUserId ?? [])
  const own = await unit.all(User, { id: assignees, clientId: unit.scope.clientId })
  const ids = new Set(own.map(({ id }) => id))
  if (!others.every(({ assigneeUserId: id }) => id != null && ids.has(id))) refuseEnding()
}
