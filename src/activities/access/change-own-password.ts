import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import { hashPassword, verifyPassword } from '../../ports/keys/passwords.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { countFailure, ofAccount, refuseTooMany } from './login-attempts.ts'
import { ownUserToChange } from './own-user.ts'
import { setPassword, newPassword } from './set-password.ts'
import { password } from './login.ts'

export const changeOwnPasswordInput = z.strictObject({ currentPassword: password, newPassword })

/** Changes the caller's password, which requires the present one, and ends their other sessions. */
export async function changeOwnPassword(
  unit: Unit,
  given: z.output<typeof changeOwnPasswordInput>,
): Promise<User> {
  const user = await ownUserToChange(unit)
  refuseWeak(given.newPassword, user.email, '/newPassword')
  const counted = ofAccount(unit.tenantId, 'password', user.email)
  await refuseTooMany(unit, counted)
  if (!(await verifyPassword(user.passwordHash, given.currentPassword))) {
    countFailure(unit.runtime, unit.now, counted)
    refuse('WRONG_PASSWORD')
  }
  await setPassword(unit, user, await hashPassword(given.newPassword))
  await unit.flush()
  return user
}
