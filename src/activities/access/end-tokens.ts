import type { FilterQuery } from '@mikro-orm/core'
import { Token } from '../../entities/token.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Ends every live session of a user except the caller's own. */
export function endSessions(unit: Unit, userId: string): Promise<void> {
  return endTokens(unit, { userId })
}

/** Ends every live token of a service account except the caller's own. */
export function endTokensOfAccount(unit: Unit, serviceAccountId: string): Promise<void> {
  return endTokens(unit, { serviceAccountId })
}

/** Ends every live token that shows what a debtor owes: of its people, and those made for it. */
export function endTokensOfDebtor(unit: Unit, debtorId: string): Promise<void> {
  return endTokens(unit, { debtorId })
}

/** Ends every live token that was made for a client, or for one of its debtors. */
export function endTokensOfClient(unit: Unit, clientId: string): Promise<void> {
  return endTokens(unit, { clientId })
}

/** Ends every live token that lives by somebody's rights, except the caller's own. */
export function endLivingBy(unit: Unit, livesBy: string): Promise<void> {
  return endTokens(unit, { livesBy })
}

/**
 * Ends the tokens that they made, and those made with these in turn, because a token must not
 * outlive the right to act of whoever made it. Those made as the tenant's own stay.
 */
export async function endMintedBy(unit: Unit, makers: readonly string[]): Promise<void> {
  await unit.widened(async () => {
    for (let next = makers; next.length > 0;) {
      const by = { $in: [...next] }
      const minted = await liveTokens(unit, {
        $or: [{ livesBy: by }, { createdBy: by, $or: somebodys }],
      })
      for (const token of minted) token.revokedAt = unit.now
      await unit.flush()
      next = minted.map(({ id }) => id)
    }
  })
}

const somebodys = [
  { livesBy: { $ne: null } },
  { userId: { $ne: null } },
  { serviceAccountId: { $ne: null } },
]

async function endTokens(unit: Unit, of: FilterQuery<Token>): Promise<void> {
  for (const token of await liveTokens(unit, of)) {
    if (token.id !== unit.principal.tokenId) token.revokedAt = unit.now
  }
}

function liveTokens(unit: Unit, of: FilterQuery<Token>): Promise<Token[]> {
  const live = { revokedAt: null, expiresAt: { $gt: unit.now } }
  return unit.all(Token, { ...(of as object), ...live })
}
