import { clientOfGift } from '../../domain/access/grant.ts'
import { kindOf, type UserKind } from '../../domain/access/user.ts'
import { Client } from '../../entities/client.ts'
import { UserRole } from '../../entities/role.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../unit.ts'
import { refuseRolesBeyond, rolesNamed } from './holdings.ts'
import { invite } from './invite.ts'

export interface NewUser {
  email: string
  name: string
  kind?: UserKind | undefined
  clientId?: string | undefined
  roleIds: readonly string[]
  mfaRequired: boolean
}

/** A user begins invited; accepting the invitation sets the password and activates. */
export async function createUser(unit: Unit, wanted: NewUser): Promise<User> {
  const clientId = clientOfGift(unit.principal, wanted.clientId)
  const kind = kindOf(wanted.kind, clientId)
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  const roles = await rolesNamed(unit, wanted.roleIds)
  await refuseRolesBeyond(unit, roles, { clientId })
  const user = unit.add(User, {
    email: wanted.email,
    name: wanted.name,
    kind,
    status: 'INVITED',
    clientId,
    superUser: false,
    mfaRequired: wanted.mfaRequired,
  })
  for (const { id } of roles) unit.add(UserRole, { userId: user.id, roleId: id })
  invite(unit, user)
  await unit.flush()
  return user
}
