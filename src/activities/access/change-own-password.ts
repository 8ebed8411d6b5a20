import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import { hashPassword, verifyPassword } from '../../ports/keys/passwords.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { countFailure, ofAccount, refuseTooMany } from './login-attempts.ts'
import { ownUser, ownUserToChange } from './own-user.ts'
import { setPassword, newPassword } from './set-password.ts'
import { password } from './login.ts'

export const changeOwnPasswordInput = z.strictObject({ currentPassword: password, newPassword })

/** Changes the caller's password, which requires the present one, and ends their other sessions. */
export async function changeOwnPassword(
  unit: Unit,
  given: z.output<typeof changeOwnPasswordInput>,
): Promise<User> {
  const { passwordHash: compared, email } = await ownUser(unit)
  refuseWeak(given.newPassword, email, '/newPassword')
  const counted = ofAccount(unit.tenantId, 'own-password', unit.principal.id)
  await refuseTooMany(unit, counted)
  const { id: asker } = unit.principal
  // Both take long, so nothing is held meanwhile.
  const passwordHash = await unit.apart(async () => {
    const isRight = await verifyPassword(compared, given.currentPassword, asker)
    return isRight ? hashPassword(given.newPassword, asker) : undefined
  })
  if (passwordHash === undefined) countFailure(unit.runtime, unit.now, counted)
  const user = await ownUserToChange(unit)
  const isSame = user.passwordHash === compared
  if (passwordHash === undefined || !isSame) return refuse('WRONG_PASSWORD')
  await setPassword(unit, user, passwordHash)
  await unit.flush()
  return user
}
