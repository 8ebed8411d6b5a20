import type { HolderType } from '../../../domain/access/client-access.ts'
import { refuseBeyond } from '../../../domain/access/grant.ts'
import { isBound } from '../../../domain/access/scope.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientAccess } from '../../../entities/client-access.ts'
import { Client } from '../../../entities/client.ts'
import { ServiceAccount } from '../../../entities/service-account.ts'
import { User } from '../../../entities/user.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { grantOfAccount, grantOfUser } from '../../access/grants.ts'
import { groupToBeGiven } from '../../access/members.ts'

/**
 * Assigns a client to a user, or to each member of a group: from the next request on, rights that
 * narrow to assigned clients reach it. Doing it again changes nothing.
 */
export async function giveAccess(
  unit: Unit,
  clientId: string,
  holderId: string,
): Promise<ClientAccess> {
  refuseBound(unit)
  await unit.load(Client, clientId)
  const holderType = await holderNamed(unit, holderId)
  const assigned = { holderId, clientId, reason: 'ASSIGNMENT', viaId: holderId } as const
  const known = await unit.find(ClientAccess, assigned)
  if (known !== null) return known
  const access = unit.add(ClientAccess, { ...assigned, holderType, createdBy: unit.principal.id })
  await unit.flush()
  return access
}

/** Ends what was assigned by hand; access as a handler or by a group of clients stays. */
export async function endAccess(unit: Unit, clientId: string, holderId: string): Promise<void> {
  refuseBound(unit)
  await unit.load(Client, clientId)
  const assigned = { holderId, clientId, reason: 'ASSIGNMENT' } as const
  const access = await unit.load(ClientAccess, assigned)
  await holderNamed(unit, holderId)
  unit.remove(access)
}

function refuseBound({ scope }: Unit): void {
  if (!isBound(scope)) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights: [],
    detail: 'Whose the clients are is for the people of the tenant to say.',
  })
}

/**
 * Requires all rights of the holder, so that nobody reaches further through others than by
 * themselves.
 */
async function holderNamed(unit: Unit, id: string): Promise<HolderType> {
  const user = await unit.find(User, { id })
  if (user !== null) {
    refuseBeyond(unit.principal, await grantOfUser(unit, user))
    return 'USER'
  }
  const account = await unit.find(ServiceAccount, { id })
  if (account !== null) {
    refuseBeyond(unit.principal, await grantOfAccount(unit, account))
    return 'SERVICE_ACCOUNT'
  }
  await groupToBeGiven(unit, id)
  return 'USER_GROUP'
}
