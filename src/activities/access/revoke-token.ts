import { refuseBeyond } from '../../domain/access/grant.ts'
import { Token } from '../../entities/token.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endMintedBy } from './end-tokens.ts'
import { grantOfToken } from './grants.ts'

/** Ends a token for good; allowed to its maker and to every caller with all its rights. */
export async function revokeToken(unit: Unit, id: string): Promise<void> {
  const token = await unit.load(Token, id)
  const isOwn = token.id === unit.principal.tokenId || token.createdBy === unit.principal.id
  if (!isOwn) refuseBeyond(unit.principal, await grantOfToken(unit, token))
  token.revokedAt ??= unit.now
  await endMintedBy(unit, [id])
}
