import { refuseBeyond } from '../../domain/access/grant.ts'
import { UserGroup } from '../../entities/user-group.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * A group belongs to the whole tenant, so a caller bound to a client may not change it. Held, since
 * its members have what is given to it meanwhile.
 */
export async function changeableGroup(unit: Unit, id: string): Promise<UserGroup> {
  const group = await loadHeld(unit, UserGroup, id)
  refuseBeyond(unit.principal, { rights: [], clientId: null })
  return group
}
