import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { endSessions } from './end-tokens.ts'

/** Takes a lost second factor away, so that its user can enrol another. */
export async function resetMfa(unit: Unit, id: string): Promise<User> {
  const user = await changeableUser(unit, id, '/userId')
  if (user.mfaEnrolledAt == null) refuse('MFA_NOT_ENROLLED')
  user.mfaEnrolledAt = null
  user.totpSeed = null
  user.totpStep = null
  user.recoveryHashes = null
  await endSessions(unit, user.id)
  await unit.flush()
  return user
}
