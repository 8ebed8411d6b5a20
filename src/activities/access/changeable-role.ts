import { refuseBeyond } from '../../domain/access/grant.ts'
import { refuse } from '../../domain/refusal.ts'
import { Role } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A role applies to the whole tenant, so a caller bound to a client may not change it. */
export async function changeableRole(unit: Unit, id: string): Promise<Role> {
  const role = await unit.load(Role, id)
  refuseBeyond(unit.principal, { rights: [], clientId: null })
  if (role.template != null) refuse('SHIPPED_ROLE')
  return role
}
