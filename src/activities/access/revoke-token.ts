import { refuseBeyond } from '../../domain/access/grant.ts'
import { Token } from '../../entities/token.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endMintedBy } from './end-tokens.ts'
import { grantOfToken } from './grants.ts'
import { lockAdministrators } from './locks.ts'
import { secondForSuperUser } from './second-for-people.ts'

/**
 * Ends a token for good; allowed to its maker and to every caller with all its rights. A super-user
 * token of others is ended by two: else one could be left alone, and go on alone.
 */
export async function revokeToken(unit: Unit, id: string): Promise<Pending | undefined> {
  const token = await unit.load(Token, id)
  const isOwn = token.id === unit.principal.tokenId || token.createdBy === unit.principal.id
  if (!isOwn) refuseBeyond(unit.principal, await grantOfToken(unit, token))
  if (token.superUser && !isOwn && token.revokedAt == null && token.expiresAt > unit.now) {
    await lockAdministrators(unit)
    const about = { type: 'Token', id, payload: {}, isState: true } as const
    const pending = await secondForSuperUser(unit, about)
    if (pending !== undefined) return pending
  }
  await unit.runtime.registered.secondPerson.endAskedBy(unit, id, 'The token that asked was ended')
  token.revokedAt ??= unit.now
  await endMintedBy(unit, [id])
  return undefined
}
