import type { z } from 'zod'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { clientOfToken } from './client-of-token.ts'
import { type IssuedToken, lifetime } from './issue-token.ts'
import { mintToken, mintTokenInput } from './mint-token.ts'

/** A caller bound to a client mints for that one, and does not say so. */
export const mintClientTokenInput = mintTokenInput.extend({
  expiresInSeconds: lifetime(lifetimes.bound).optional(),
  clientId: id('Client').optional(),
})
export type ClientTokenWanted = z.output<typeof mintClientTokenInput>

/** For a system of the client's. */
export function mintClientToken(unit: Unit, sent: ClientTokenWanted): Promise<IssuedToken> {
  return mintForClient(unit, 'CLIENT', 'Client token', sent)
}

/** For the people of the client. */
export function mintPortalToken(unit: Unit, sent: ClientTokenWanted): Promise<IssuedToken> {
  return mintForClient(unit, 'PORTAL', 'Portal token', sent)
}

async function mintForClient(
  unit: Unit,
  kind: 'CLIENT' | 'PORTAL',
  usualName: string,
  { name = usualName, clientId: named, rights, roleIds, tenantsOwn, ...sent }: ClientTokenWanted,
): Promise<IssuedToken> {
  const clientId = await clientOfToken(unit, named)
  const lifetimeMs = lifetimeOf(lifetimes.bound, sent)
  return mintToken(unit, { kind, name, clientId, rights, roleIds, tenantsOwn, lifetimeMs })
}
