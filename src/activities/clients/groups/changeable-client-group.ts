import { refuseBeyond } from '../../../domain/access/grant.ts'
import { ClientGroup } from '../../../entities/client-group.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'

/**
 * A group belongs to the whole tenant and says who has which clients, so a caller bound to a client
 * may not change it. Held, since its clients and who has them have to agree.
 */
export async function changeableClientGroup(unit: Unit, id: string): Promise<ClientGroup> {
  refuseBound(unit)
  return loadHeld(unit, ClientGroup, id)
}

export const refuseBound = ({ principal }: Unit): void =>
  refuseBeyond(principal, { rights: [], clientId: null })
