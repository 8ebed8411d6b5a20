import type { z } from 'zod'
import { refuse } from '../../../domain/refusal.ts'
import { Role } from '../../../entities/role.ts'
import { exampleId } from '../../../entities/ids.ts'
import { User } from '../../../entities/user.ts'
import { addUser } from '../../access/create-user.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'
import { roleIds } from '../../access/grants.ts'

export const inviteClientUserInput = bodyOf(User, ['email', 'name', 'mfaRequired'], {
  mfaRequired: false,
})
  .extend({ clientId: id('Client').optional(), roleIds: roleIds.optional() })
  .meta({
    example: { email: 'robin@example.com', name: 'Robin Ek', clientId: exampleId('Client') },
  })
export type NewClientUser = z.output<typeof inviteClientUserInput>

/** Invites a person at a client, by default with the role for the portal. */
export async function inviteClientUser(unit: Unit, wanted: NewClientUser): Promise<User> {
  if (unit.scope.debtorId !== null) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      detail: "A caller that is bound to a debtor makes no client's users.",
    })
  }
  const given = wanted.roleIds ?? (await usualRoles(unit))
  return addUser(unit, { ...wanted, kind: 'CLIENT', roleIds: given })
}

async function usualRoles(unit: Unit): Promise<string[]> {
  const roles = await unit.all(Role, { template: 'client-portal' })
  return roles.map(({ id }) => id)
}
