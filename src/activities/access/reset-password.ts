import { refuseWeak } from '../../domain/access/password.ts'
import { platform, userAtDoor } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { PasswordReset } from '../../entities/password-reset.ts'
import { User } from '../../entities/user.ts'
import { openLinkToken } from '../../ports/keys/link-tokens.ts'
import { hashPassword } from '../../ports/keys/passwords.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Chosen } from './accept-invitation.ts'
import { lockOne } from './locks.ts'
import type { AtTheDoor } from './login.ts'
import { setPassword } from './set-password.ts'

/** Sets a new password by a mailed link; the second factor stays. */
export async function resetPassword(at: AtTheDoor, { token, password }: Chosen): Promise<void> {
  const { runtime } = at
  const link = openLinkToken(runtime.keys, 'password-reset', token)
  if (link === undefined) return refuse('RESET_NOT_OPEN')
  const { user } = await inUnit(runtime, platform(link.tenantId, 'password reset'), at, (unit) =>
    open(unit, link.id),
  )
  refuseWeak(password, user.email, '/password')
  const passwordHash = await hashPassword(password, at.address)
  await inUnit(runtime, userAtDoor(user), at, async (unit) => {
    await lockOne(unit, 'user', user.id)
    const present = await open(unit, link.id)
    present.reset.status = 'USED'
    unit.signal('resetPassword', present.reset.id, 'closed')
    // Written first, so that it is not among the open ones that are expired.
    await unit.flush()
    await setPassword(unit, present.user, passwordHash, present.user.emailSetBy ?? null)
  })
}

async function open(unit: Unit, id: string): Promise<{ reset: PasswordReset; user: User }> {
  const reset = await unit.find(PasswordReset, { id })
  if (reset?.status !== 'PENDING' || reset.expiresAt <= unit.now) return refuse('RESET_NOT_OPEN')
  const user = await unit.load(User, reset.userId)
  return user.status === 'ACTIVE' ? { reset, user } : refuse('RESET_NOT_OPEN')
}
