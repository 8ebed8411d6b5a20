import type { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { Role, UserRole } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { refuseRolesBeyond } from './grants.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const assignRoleInput = bodyOf(UserRole, ['roleId'])

/** Gives a user a role; the caller must have all rights of the role and of the user. */
export async function assignRole(
  unit: Unit,
  userId: string,
  { roleId }: z.output<typeof assignRoleInput>,
): Promise<Role> {
  const user = await changeableUser(unit, userId)
  const role = await unit.load(Role, roleId, '/roleId')
  await refuseRolesBeyond(unit, [role], { clientId: user.clientId ?? null })
  if ((await unit.find(UserRole, { userId, roleId })) !== null) {
    refuse('ALREADY_EXISTS', {
      errors: [{ pointer: '/roleId', code: 'ALREADY_EXISTS', message: 'The user has this role' }],
    })
  }
  unit.add(UserRole, { userId, roleId })
  await unit.flush()
  return role
}
