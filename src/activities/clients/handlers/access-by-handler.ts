import { isBound } from '../../../domain/access/scope.ts'
import { refuseBeyond } from '../../../domain/access/grant.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientAccess } from '../../../entities/client-access.ts'
import type { ClientHandler } from '../../../entities/client-handler.ts'
import { User } from '../../../entities/user.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { grantOfUser } from '../../access/grants.ts'
import { groupToBeGiven } from '../../access/members.ts'

type Holders = Pick<ClientHandler, 'userId' | 'userGroupId'>

/** Until the commit nobody else says who handles which client. */
export async function lockHandlers(unit: Unit): Promise<void> {
  if (isBound(unit.scope)) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [],
      detail: 'Who handles which clients is for the people of the tenant to say.',
    })
  }
  await lockKey(unit, 'client handlers')
}

/** Whoever says that somebody has clients has all that this person may do with them. */
export async function requireHolders(
  unit: Unit,
  { userId, userGroupId }: Holders,
  pointers = false,
): Promise<void> {
  const at = (field: string) => (pointers ? `/${field}` : undefined)
  if (userId != null) {
    const user = await unit.load(User, { id: userId }, at('userId'))
    refuseBeyond(unit.principal, await grantOfUser(unit, user))
  }
  if (userGroupId != null) await groupToBeGiven(unit, userGroupId, at('userGroupId'))
}

/** The people of the handler have these clients from the next request on, if it is active. */
export function giveByHandler(
  unit: Unit,
  { id: viaId, active, userId, userGroupId }: Holders & Pick<ClientHandler, 'id' | 'active'>,
  clientIds: readonly string[],
): void {
  if (!active) return
  const holders = [
    { holderType: 'USER', holderId: userId },
    { holderType: 'USER_GROUP', holderId: userGroupId },
  ] as const
  for (const { holderType, holderId } of holders) {
    if (holderId == null) continue
    const via = { holderType, holderId, reason: 'HANDLER', viaId } as const
    for (const clientId of clientIds) {
      unit.add(ClientAccess, { ...via, clientId, createdBy: unit.principal.id })
    }
  }
}

/** What they have by this handler ends; what they have in another way stays. */
export async function endByHandler(unit: Unit, viaId: string, clientId?: string): Promise<void> {
  const one = clientId === undefined ? {} : { clientId }
  const given = await unit.all(ClientAccess, { reason: 'HANDLER', viaId, ...one })
  for (const access of given) unit.remove(access)
  await unit.flush()
}
