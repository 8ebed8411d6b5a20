import { refuseBeyond } from '../../domain/access/grant.ts'
import { refuse } from '../../domain/refusal.ts'
import { Role } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A role holds for the whole tenant, so nobody bound to a client changes one. */
export async function changeableRole(unit: Unit, id: string): Promise<Role> {
  const role = await unit.load(Role, id)
  refuseBeyond(unit.principal, { rights: [], clientId: null })
  if (role.template != null) refuse('SHIPPED_ROLE')
  return role
}
