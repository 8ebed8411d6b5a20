import { ownerTypes } from '../../domain/bookkeeping/ledger.ts'
import type { Owner } from '../../domain/bookkeeping/entry.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The owner of the book: the named client, otherwise the tenant. */
export function ownerMeant(unit: Unit, clientId: string | undefined, pointer = '/clientId'): Owner {
  const own = unit.scope.clientId
  if (own !== null && clientId !== undefined) {
    invalid(pointer, 'NOT_ALLOWED', 'Your own book is meant; leave this out')
  }
  const id = own ?? clientId
  const [tenant, client] = ownerTypes
  if (id === undefined) return { ownerType: tenant, ownerId: unit.tenantId, clientId: null }
  return { ownerType: client, ownerId: id, clientId: id }
}

/** The same, and the client must exist. */
export async function ownerNamed(unit: Unit, clientId: string | undefined): Promise<Owner> {
  const owner = ownerMeant(unit, clientId)
  if (owner.clientId !== null) await unit.load(Client, owner.clientId, '/clientId')
  return owner
}
