import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import { hashPassword, verifyPassword } from '../../ports/keys/passwords.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { countFailure, ofAccount, refuseTooMany } from './login-attempts.ts'
import { ownUser, ownUserToChange } from './own-user.ts'
import { setPassword, newPassword } from './set-password.ts'
import { device, password } from './login.ts'
import { deviceOf, knownDevice } from './known-device.ts'

export const changeOwnPasswordInput = z.strictObject({
  currentPassword: password,
  newPassword,
  device,
})

/** The device, if it was known, is the one that stays so. */
export interface OwnPasswordChanged {
  user: User
  device: string | null
}

/** Changes the caller's password, which requires the present one, and ends what else knew it. */
export async function changeOwnPassword(
  unit: Unit,
  given: z.output<typeof changeOwnPasswordInput>,
): Promise<OwnPasswordChanged> {
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
  const { keys } = unit.runtime
  const known = knownDevice(keys, user, given.device ?? '', unit.now)
  // Whoever set the former one could have come in by it, and chosen this one.
  await setPassword(unit, user, passwordHash, user.passwordSetBy ?? null)
  await unit.flush()
  return { user, device: known === undefined ? null : deviceOf(keys, user, unit.now, known) }
}
