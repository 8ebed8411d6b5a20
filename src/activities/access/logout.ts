import { Token } from '../../entities/token.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Ends the caller's own token. */
export async function logout(unit: Unit): Promise<void> {
  if (unit.principal.tokenId === null) return
  const token = await unit.load(Token, unit.principal.tokenId)
  token.revokedAt ??= unit.now
}
