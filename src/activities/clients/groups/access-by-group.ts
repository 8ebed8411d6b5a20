import type { ClientGroup } from '../../../entities/client-group.ts'
import { ClientAccess } from '../../../entities/client-access.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

type Group = Pick<ClientGroup, 'id' | 'userGroupId'>

/** The members of the user group have these clients from the next request on. */
export function giveByGroup(unit: Unit, group: Group, clientIds: readonly string[]): void {
  const { id: viaId, userGroupId: holderId } = group
  if (holderId == null) return
  const via = { holderType: 'USER_GROUP', holderId, reason: 'CLIENT_GROUP', viaId } as const
  for (const clientId of clientIds) {
    unit.add(ClientAccess, { ...via, clientId, createdBy: unit.principal.id })
  }
}

/** What they have by this group ends; what they have in another way stays. */
export async function endByGroup(unit: Unit, viaId: string, clientId?: string): Promise<void> {
  const given = {
    reason: 'CLIENT_GROUP',
    viaId,
    ...(clientId !== undefined && { clientId }),
  } as const
  for (const access of await unit.all(ClientAccess, given)) unit.remove(access)
}
