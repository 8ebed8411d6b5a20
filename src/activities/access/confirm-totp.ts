import { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { newRecoveryCodes } from '../../ports/keys/recovery-codes.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endSessions } from './end-tokens.ts'
import { ownUserToChange } from './own-user.ts'
import { recoveryHash, timeStepOf, givenCode } from './totp-of.ts'

export const confirmTotpInput = z.strictObject({ code: givenCode })

/**
 * Enrols a device that showed a right code: logins require it from now on, and other sessions end.
 */
export async function confirmTotp(
  unit: Unit,
  { code }: z.output<typeof confirmTotpInput>,
): Promise<string[]> {
  const user = await ownUserToChange(unit)
  if (user.mfaEnrolledAt != null) refuse('MFA_ALREADY_ENROLLED')
  if (user.totpSeed == null) refuse('MFA_NOT_ENROLLED')
  const timeStep = timeStepOf(unit, user, code)
  if (timeStep === undefined) return refuse('WRONG_CODE')
  const codes = newRecoveryCodes()
  user.mfaEnrolledAt = unit.now
  user.totpStep = String(timeStep)
  user.recoveryHashes = codes.map((recovery) => recoveryHash(unit, recovery))
  await endSessions(unit, user.id)
  return codes
}
