import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { endSessions } from './end-tokens.ts'
import { id } from '../../kernel/read/fields.ts'

export const resetMfaInput = z.strictObject({ userId: id('User') })

/** Removes a lost second factor, so that the user can enrol another. */
export async function resetMfa(
  unit: Unit,
  { userId }: z.output<typeof resetMfaInput>,
): Promise<User> {
  const user = await changeableUser(unit, userId, '/userId')
  if (user.mfaEnrolledAt == null) refuse('MFA_NOT_ENROLLED')
  user.mfaEnrolledAt = null
  user.totpSeed = null
  user.totpStep = null
  user.recoveryHashes = null
  await endSessions(unit, user.id)
  await unit.flush()
  return user
}
