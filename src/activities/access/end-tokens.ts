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

/**
 * Ends what they minted, and what was minted with that, however far: a token lives no longer than
 * whoever made it may act.
 */
export async function endMintedBy(unit: Unit, makers: readonly string[]): Promise<void> {
  await unit.widened(async () => {
    for (let next = makers; next.length > 0;) {
      const minted = await liveTokens(unit, { createdBy: { $in: [...next] } })
      for (const token of minted) token.revokedAt = unit.now
      await unit.flush()
      next = minted.map(({ id }) => id)
    }
  })
}

async function endTokens(unit: Unit, of: FilterQuery<Token>): Promise<void> {
  for (const token of await liveTokens(unit, of)) {
    if (token.id !== unit.principal.tokenId) token.revokedAt = unit.now
  }
}

function liveTokens(unit: Unit, of: FilterQuery<Token>): Promise<Token[]> {
  const live = { revokedAt: null, expiresAt: { $gt: unit.now } }
  return unit.all(Token, { ...(of as object), ...live })
}
