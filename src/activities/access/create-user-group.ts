import type { z } from 'zod'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { UserGroup } from '../../entities/user-group.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const createUserGroupInput = bodyOf(UserGroup, ['name', 'description'], { description: '' })

export async function createUserGroup(
  unit: Unit,
  facts: z.output<typeof createUserGroupInput>,
): Promise<UserGroup> {
  refuseBeyond(unit.principal, { rights: [], clientId: null })
  const group = unit.add(UserGroup, facts)
  await unit.flush()
  return group
}
