import { z } from 'zod'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endSessions } from './end-tokens.ts'
import { expireResets } from './expire-resets.ts'
import { passwordLength } from '../../domain/access/password.ts'

export const newPassword = z
  .string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .meta({ example: 'a lake, a boat, no wind', format: 'password' })

/**
 * Sets a password, ends all sessions of the former one, and expires open links for a new one. Of
 * devices those are known on which somebody logs in from now on. Who else may know it is kept.
 */
export async function setPassword(
  unit: Unit,
  user: User,
  passwordHash: string,
  setBy: string | null,
): Promise<void> {
  user.passwordHash = passwordHash
  user.passwordSetBy = setBy
  user.passwordChangedAt = unit.now
  await endSessions(unit, user.id)
  await expireResets(unit, user.id)
}
