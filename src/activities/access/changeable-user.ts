import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseStronger } from './grants.ts'
import { lockOne } from './locks.ts'

/** Loads a user to change, held until the commit; the caller must have all rights of the user. */
export async function changeableUser(unit: Unit, id: string, pointer?: string): Promise<User> {
  await lockOne(unit, 'user', id)
  const user = await unit.load(User, id, pointer)
  await refuseStronger(unit, user)
  return user
}
