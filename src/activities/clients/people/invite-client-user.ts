import { refuse } from '../../../domain/refusal.ts'
import { Role } from '../../../entities/role.ts'
import type { User } from '../../../entities/user.ts'
import { createUser } from '../../access/create-user.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface NewClientUser {
  clientId?: string | undefined
  email: string
  name: string
  roleIds?: readonly string[] | undefined
  mfaRequired: boolean
}

/** A person at a client is invited; unless told otherwise, to what the portal offers. */
export async function inviteClientUser(unit: Unit, wanted: NewClientUser): Promise<User> {
  if (unit.scope.debtorId !== null) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      detail: "A caller that is bound to a debtor makes no client's users.",
    })
  }
  const roleIds = wanted.roleIds ?? (await usualRoles(unit))
  return createUser(unit, { ...wanted, kind: 'CLIENT', roleIds })
}

async function usualRoles(unit: Unit): Promise<string[]> {
  const roles = await unit.all(Role, { template: 'client-portal' })
  return roles.map(({ id }) => id)
}
