import type { z } from 'zod'
import { clientOfGift } from '../../domain/access/grant.ts'
import { notFound } from '../../domain/refusal.ts'
import { kindOf } from '../../domain/access/user.ts'
import { Client } from '../../entities/client.ts'
import { exampleId } from '../../entities/ids.ts'
import { UserRole } from '../../entities/role.ts'
import { User } from '../../entities/user.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseRolesBeyond, rolesNamed, roleIds } from './grants.ts'
import { debtorToBind } from './debtor-to-bind.ts'
import { invite } from './invite.ts'
import { lockAdministrators } from './locks.ts'
import { refuseClosedClient } from './refuse-closed-client.ts'
import { secondForStaff } from './second-for-people.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'

export const createUserInput = bodyOf(User, ['email', 'name', 'kind', 'mfaRequired'], {
  mfaRequired: false,
})
  .partial({ kind: true })
  .extend({
    clientId: id('Client').optional(),
    debtorId: id('Debtor').optional(),
    roleIds: roleIds.default([]),
  })
  .meta({
    example: {
      email: 'kim@example.com',
      name: 'Kim Berg',
      kind: 'STAFF',
      roleIds: [exampleId('Role')],
    },
  })
export type NewUser = z.output<typeof createUserInput>

/** Whoever lets in people of the tenant could let in a second self, so that takes two. */
export async function createUser(unit: Unit, wanted: NewUser): Promise<User | Pending> {
  const { clientId } = await boundTo(unit, wanted)
  if (clientId === null) {
    await lockAdministrators(unit)
    const pending = await secondForStaff(unit, wanted)
    if (pending !== undefined) return pending
  }
  return addUser(unit, wanted)
}

/** Makes a user, who is INVITED until they accept the invitation and choose a password. */
export async function addUser(unit: Unit, wanted: NewUser): Promise<User> {
  const { clientId, debtorId } = await boundTo(unit, wanted)
  await refuseClosedClient(unit, clientId)
  const kind = kindOf(wanted.kind, clientId, debtorId)
  const roles = await rolesNamed(unit, wanted.roleIds)
  await refuseRolesBeyond(unit, roles, { clientId, debtorId })
  const user = unit.add(User, {
    email: wanted.email,
    name: wanted.name,
    kind,
    status: 'INVITED',
    clientId,
    debtorId,
    superUser: false,
    mfaRequired: wanted.mfaRequired,
  })
  for (const { id } of roles) unit.add(UserRole, { userId: user.id, roleId: id })
  invite(unit, user)
  await unit.flush()
  return user
}

/** The client of a debtor follows from the debtor; if both are named they must belong together. */
async function boundTo(
  unit: Unit,
  wanted: NewUser,
): Promise<{ clientId: string | null; debtorId: string | null }> {
  const clientId = clientOfGift(unit.scope, wanted.clientId)
  if (wanted.clientId !== undefined) await unit.load(Client, wanted.clientId, '/clientId')
  if (wanted.debtorId === undefined) return { clientId, debtorId: unit.scope.debtorId }
  const debtor = await debtorToBind(unit, wanted.debtorId)
  if (clientId !== null && debtor.clientId !== clientId) notFound('/debtorId')
  return { clientId: debtor.clientId, debtorId: debtor.id }
}
