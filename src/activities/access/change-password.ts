import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import { hashPassword } from '../../ports/keys/passwords.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { setPassword, newPassword } from './set-password.ts'

export const changePasswordInput = z.strictObject({ newPassword })

/** An administrator sets a password for somebody who holds no more than they do. */
export async function changePassword(
  unit: Unit,
  id: string,
  sent: z.output<typeof changePasswordInput>,
): Promise<User> {
  const user = await changeableUser(unit, id)
  if (user.status !== 'ACTIVE') refuse('USER_NOT_ACTIVE')
  refuseWeak(sent.newPassword, user.email, '/newPassword')
  await setPassword(unit, user, await hashPassword(sent.newPassword))
  await unit.flush()
  return user
}
