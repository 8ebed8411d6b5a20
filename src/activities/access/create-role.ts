import { z } from 'zod'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { Role, RoleRight } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'

/** The list of rights belongs to the policy, so the room passes it. */
export const createRoleInput = bodyOf(Role, ['name', 'description'], { description: '' }).extend({
  rights: z.array(z.string()),
})
export type NewRole = z.output<typeof createRoleInput>

/** Makes a role of rights that the caller has. */
export async function createRole(unit: Unit, { rights, ...facts }: NewRole): Promise<Role> {
  refuseBeyond(unit.principal, { rights, clientId: null })
  const role = unit.add(Role, { ...facts, template: null })
  for (const right of new Set(rights)) unit.add(RoleRight, { roleId: role.id, right })
  await unit.flush()
  return role
}
