import type { FilterQuery } from '@mikro-orm/core'
import { Token } from '../../entities/token.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Ends every live session of a user at once, but for the one that the caller came with. */
export function endSessions(unit: Unit, userId: string): Promise<void> {
  return endTokens(unit, { userId })
}

/** Ends every live token of a service account at once, but for the one that the caller came with. */
export function endTokensOfAccount(unit: Unit, serviceAccountId: string): Promise<void> {
  return endTokens(unit, { serviceAccountId })
}

async function endTokens(unit: Unit, of: FilterQuery<Token>): Promise<void> {
  const live = { revokedAt: null, expiresAt: { $gt: unit.now } }
  for (const token of await unit.all(Token, { ...(of as object), ...live })) {
    if (token.id !== unit.principal.tokenId) token.revokedAt = unit.now
  }
}
