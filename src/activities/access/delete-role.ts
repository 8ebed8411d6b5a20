import { refuse } from '../../domain/refusal.ts'
import { RoleRight, UserRole } from '../../entities/role.ts'
import { ServiceAccountRole } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableRole } from './changeable-role.ts'

/** Deletes a role that nobody has; a token that has ended does not count. */
export async function deleteRole(unit: Unit, roleId: string): Promise<void> {
  const role = await changeableRole(unit, roleId)
  const held =
    (await unit.find(UserRole, { roleId })) ?? (await unit.find(ServiceAccountRole, { roleId }))
  if (held !== null || (await isHeldByToken(unit, roleId))) refuse('IN_USE')
  await unit.transaction.query('delete from token_role where tenant_id = $1 and role_id = $2', [
    unit.tenantId,
    roleId,
  ])
  for (const right of await unit.all(RoleRight, { roleId })) unit.remove(right)
  unit.remove(role)
}

async function isHeldByToken(unit: Unit, roleId: string): Promise<boolean> {
  const rows = await unit.transaction.query(
    `select 1 from token_role h join token t on t.tenant_id = $1 and t.id = h.token_id
     where h.tenant_id = $1 and h.role_id = $2 and t.revoked_at is null and t.expires_at > $3
     limit 1`,
    [unit.tenantId, roleId, unit.now],
  )
  return rows.length > 0
}
