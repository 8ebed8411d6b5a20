import { isBound } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import { isForClients } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { ToDo } from '../../entities/to-do.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'

type Left = { createdBy: string }

/** Who is bound to a client sees what the tenant's people left on it, and ends none of it. */
export async function refuseLeftByTenant(unit: Unit, left: readonly Left[]): Promise<void> {
  const { clientId } = unit.scope
  if (!isBound(unit.scope) || left.length === 0) return
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from user_account where tenant_id = $1 and client_id = $2 and id = any($3)
     union all
     select id from service_account where tenant_id = $1 and client_id = $2 and id = any($3)
     union all
     select id from token where tenant_id = $1 and client_id = $2 and id = any($3)`,
    [unit.tenantId, clientId, left.map(({ createdBy }) => createdBy)],
  )
  const own = new Set(rows.map(({ id }) => id))
  if (!left.every(({ createdBy }) => own.has(createdBy))) refuseTenants()
}

/** Of to-dos those that the client's people were given can be done by them, whoever left them. */
export async function refuseDoneForTenant(unit: Unit, done: readonly ToDo[]): Promise<void> {
  if (!isBound(unit.scope)) return
  const assignees = done.flatMap(({ assigneeUserId }) => assigneeUserId ?? [])
  const own = await unit.all(User, { id: assignees, clientId: unit.scope.clientId })
  const ids = new Set(own.map(({ id }) => id))
  const isGiven = ({ assigneeUserId: id }: ToDo) => id != null && ids.has(id)
  await refuseLeftByTenant(
    unit,
    done.filter((toDo) => !isGiven(toDo)),
  )
}

/** The errand that somebody is about to do something about. */
export async function errandToEnd(unit: Unit, id: string): Promise<SystemErrand> {
  const errand = await unit.load(SystemErrand, id)
  if (isBound(unit.scope) && !isForClients(errand)) refuseTenants()
  return errand
}

const refuseTenants = (): never =>
  refuse('ACCESS_DENIED', {
    detail: 'What the tenant’s people have to see to, they end themselves.',
  })
