import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import { hashPassword } from '../../ports/keys/passwords.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { setPassword, newPassword } from './set-password.ts'
import { giverOf } from './who-is-behind.ts'

export const changePasswordInput = z.strictObject({ newPassword })

/** Sets a password for a user who has no right that the caller lacks. */
export async function changePassword(
  unit: Unit,
  id: string,
  sent: z.output<typeof changePasswordInput>,
): Promise<User> {
  await holderOf(unit, id, sent)
  // It takes long, so nothing is held meanwhile, and all is looked at again.
  const passwordHash = await unit.apart(() => hashPassword(sent.newPassword, unit.principal.id))
  const user = await holderOf(unit, id, sent)
  await setPassword(unit, user, passwordHash, await giverOf(unit, user))
  await unit.flush()
  return user
}

async function holderOf(
  unit: Unit,
  id: string,
  { newPassword }: z.output<typeof changePasswordInput>,
): Promise<User> {
  const user = await changeableUser(unit, id)
  if (user.status !== 'ACTIVE') refuse('USER_NOT_ACTIVE')
  refuseWeak(newPassword, user.email, '/newPassword')
  return user
}
