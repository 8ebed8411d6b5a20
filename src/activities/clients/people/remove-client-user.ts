import { Invitation } from '../../../entities/invitation.ts'
import { UserRole } from '../../../entities/role.ts'
import { UserGroupMember } from '../../../entities/user-group.ts'
import { User } from '../../../entities/user.ts'
import { refuseStronger } from '../../access/grants.ts'
import { lockAdministrators, lockOne } from '../../access/locks.ts'
import { switchUser } from '../../access/toggle-user.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/**
 * Ends a person's access. Users who have logged in are switched off and stay, because records name
 * them; those who never accepted are removed, so that their e-mail can be invited again.
 */
export async function removeClientUser(unit: Unit, id: string): Promise<void> {
  await lockAdministrators(unit)
  await lockOne(unit, 'user', id)
  const user = await unit.load(User, { id, kind: 'CLIENT' })
  if (user.passwordHash != null) {
    await switchUser(unit, id, false)
    return
  }
  await refuseStronger(unit, user)
  await forget(unit, user)
}

async function forget(unit: Unit, user: User): Promise<void> {
  const userId = user.id
  for (const invitation of await unit.all(Invitation, { userId })) {
    if (invitation.status === 'PENDING') unit.signal('inviteUser', invitation.id, 'closed')
    unit.remove(invitation)
  }
  for (const held of await unit.all(UserRole, { userId })) unit.remove(held)
  for (const member of await unit.all(UserGroupMember, { userId })) unit.remove(member)
  unit.remove(user)
}
