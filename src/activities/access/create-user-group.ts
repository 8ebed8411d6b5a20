import { refuseBeyond } from '../../domain/access/grant.ts'
import { UserGroup } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export async function createUserGroup(
  unit: Unit,
  facts: { name: string; description: string },
): Promise<UserGroup> {
  refuseBeyond(unit.principal, { rights: [], clientId: null })
  const group = unit.add(UserGroup, facts)
  await unit.flush()
  return group
}
