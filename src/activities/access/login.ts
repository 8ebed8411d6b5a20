import { z } from 'zod'
import { platform, userAtDoor } from '../../domain/access/principal.ts'
import { challengeMs } from '../../domain/access/token.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import { challengeText } from '../../ports/keys/challenges.ts'
import { openDevice } from '../../ports/keys/devices.ts'
import { verifyPassword } from '../../ports/keys/passwords.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { deviceOf, knownDevice } from './known-device.ts'
import { attempt, ofGuess } from './login-attempts.ts'
import { openSession, type Session } from './open-session.ts'
import { email, id } from '../../kernel/read/fields.ts'
import { passwordLength } from '../../domain/access/password.ts'

/** Where and when a caller without a token asks. */
export interface AtTheDoor {
  runtime: Runtime
  now: Date
  address: string
  requestId: string
}

/** A password to compare, not to store, so old ones of any length are accepted. */
export const password = z.string().min(1).max(passwordLength.max).meta({ format: 'password' })

/** What the last login from here was answered with. */
export const device = z.string().min(1).max(200).optional()

export const loginInput = z.strictObject({
  tenantId: id('Tenant'),
  email,
  password,
  device,
})
type Credentials = z.output<typeof loginInput>

export interface ChallengeGiven {
  mfaRequired: true
  challenge: string
  expiresAt: string
}

/** A session with what makes the place known from where it was opened. */
export interface LoggedIn extends Session {
  device: string
}

/** Every failure gets the same answer after the same work, so that it does not show who exists. */
export async function login(
  at: AtTheDoor,
  credentials: Credentials,
): Promise<LoggedIn | ChallengeGiven> {
  const { runtime, now, address } = at
  const { tenantId, email } = credentials
  const { deviceId, user: known } = await whereFrom(at, credentials)
  return attempt(runtime, now, ofGuess(tenantId, email, { address, deviceId }), async () => {
    const user = await whoseAre(at, credentials, known)
    if (user.mfaEnrolledAt != null) return challenge(at, user, deviceId)
    return withDevice(at, user, await letIn(at, user), deviceId)
  })
}

/** Who has no device of ours is told apart without asking the database. */
async function whereFrom(
  at: AtTheDoor,
  { tenantId, email, device = '' }: Credentials,
): Promise<{ deviceId?: string | undefined; user?: User | null }> {
  const { keys } = at.runtime
  if (openDevice(keys, device, { tenantId, email }, at.now) === undefined) return {}
  const user = await userNamed(at, { tenantId, email })
  return { user, deviceId: user === null ? undefined : knownDevice(keys, user, device, at.now) }
}

export function withDevice(
  { runtime, now }: AtTheDoor,
  user: Pick<User, 'tenantId' | 'email'>,
  session: Session,
  id: string | undefined,
): LoggedIn {
  return { ...session, device: deviceOf(runtime.keys, user, now, id) }
}

async function whoseAre(
  at: AtTheDoor,
  credentials: Credentials,
  known: User | null | undefined,
): Promise<User> {
  const user = known === undefined ? await userNamed(at, credentials) : known
  const isActive = user?.status === 'ACTIVE'
  const isRight = await verifyPassword(
    isActive ? user.passwordHash : null,
    credentials.password,
    at.address,
  )
  return user !== null && isRight ? user : refuse('LOGIN_FAILED')
}

function userNamed(
  at: AtTheDoor,
  { tenantId, email }: Pick<Credentials, 'tenantId' | 'email'>,
): Promise<User | null> {
  return inUnit(at.runtime, platform(tenantId, 'login'), at, (unit) => unit.find(User, { email }))
}

function letIn(at: AtTheDoor, user: User): Promise<Session> {
  return inUnit(at.runtime, userAtDoor(user), at, async (unit) => {
    const present = await unit.load(User, user.id)
    // The password may have changed while it was compared.
    const isSame = present.status === 'ACTIVE' && present.passwordHash === user.passwordHash
    return isSame ? openSession(unit, present) : refuse('LOGIN_FAILED')
  })
}

/** Binds a challenge to the present password, so that a new password ends it. */
export const stampOf = (user: User): string => user.passwordHash ?? ''

function challenge(
  { runtime, now }: AtTheDoor,
  user: User,
  deviceId: string | undefined,
): ChallengeGiven {
  const expiresAt = new Date(now.getTime() + challengeMs)
  const claims = { tenantId: user.tenantId, userId: user.id, expiresAt, deviceId }
  const text = challengeText(runtime.keys.links, claims, stampOf(user))
  return { mfaRequired: true, challenge: text, expiresAt: expiresAt.toISOString() }
}
