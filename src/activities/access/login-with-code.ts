import { z } from 'zod'
import { platform, userAtDoor } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { challengeHolds, openChallenge, type Claims } from '../../ports/keys/challenges.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockOne } from './locks.ts'
import { attempt, ofAccount, ofAddress } from './login-attempts.ts'
import { stampOf, withDevice, type AtTheDoor, type LoggedIn } from './login.ts'
import { openSession } from './open-session.ts'
import { recoveryHash, timeStepOf, useCodeOnce, givenCode } from './totp-of.ts'

export const loginWithCodeInput = z.strictObject({
  challenge: z.string().min(1).max(300).meta({ format: 'password' }),
  code: givenCode,
})

/**
 * The second step of a login: a code of the device, or a recovery code, each good for once. Only
 * who has a challenge of ours, and so the password, is counted for the account.
 */
export function loginWithCode(
  at: AtTheDoor,
  given: z.output<typeof loginWithCodeInput>,
): Promise<LoggedIn> {
  const { runtime, now } = at
  const claims = openChallenge(runtime.keys, given.challenge, now)
  if (claims === undefined) {
    return attempt(runtime, now, [ofAddress(at.address)], () => refuse('LOGIN_FAILED'))
  }
  const { tenantId, userId, deviceId } = claims
  const account = deviceId === undefined ? userId : `${userId} on ${deviceId}`
  return attempt(runtime, now, [ofAccount(tenantId, 'code', account)], () =>
    answered(at, claims, given.code),
  )
}

async function answered(at: AtTheDoor, claims: Claims, code: string): Promise<LoggedIn> {
  const { runtime } = at
  const claimed = await inUnit(runtime, platform(claims.tenantId, 'login'), at, (unit) =>
    unit.find(User, { id: claims.userId }),
  )
  if (claimed === null) return refuse('LOGIN_FAILED')
  return inUnit(runtime, userAtDoor(claimed), at, async (unit) => {
    await lockOne(unit, 'user', claimed.id)
    const user = await unit.load(User, claimed.id)
    const isEnrolled = user.status === 'ACTIVE' && user.mfaEnrolledAt != null
    const holds = challengeHolds(runtime.keys, claims, stampOf(user))
    const isIn = isEnrolled && holds && (await useCode(unit, user, code))
    if (!isIn) return refuse('LOGIN_FAILED')
    return withDevice(at, user, await openSession(unit, user), claims.deviceId)
  })
}

async function useCode(unit: Unit, user: User, code: string): Promise<boolean> {
  const timeStep = timeStepOf(unit, user, code)
  if (timeStep !== undefined) return useCodeOnce(unit, user, timeStep)
  const hash = recoveryHash(unit, code)
  const left = user.recoveryHashes ?? []
  if (!left.includes(hash)) return false
  user.recoveryHashes = left.filter((other) => other !== hash)
  return true
}
