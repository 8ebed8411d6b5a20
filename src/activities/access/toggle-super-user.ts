import type { z } from 'zod'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { mayBeSuperUser } from '../../domain/access/user.ts'
import { refuse } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { lockAdministrators, lockOne } from './locks.ts'
import { secondForSuperUser } from './second-for-people.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const toggleSuperUserInput = bodyOf(User, ['superUser'])

/** Makes a user super-user or ends it; if two end each other at once, one of them remains. */
export async function toggleSuperUser(
  unit: Unit,
  id: string,
  { superUser }: z.output<typeof toggleSuperUserInput>,
): Promise<User | Pending> {
  await lockAdministrators(unit)
  const before = await unit.load(User, id)
  refuseBeyond(unit.principal, { rights: [], superUser: true, clientId: before.clientId ?? null })
  if (before.superUser !== superUser) {
    const about = { type: 'User', id, payload: { superUser }, isState: true } as const
    const pending = await secondForSuperUser(unit, about)
    if (pending !== undefined) return pending
  }
  await lockOne(unit, 'user', id)
  const user = await unit.load(User, id)
  refuseBeyond(unit.principal, { rights: [], superUser: true, clientId: user.clientId ?? null })
  if (user.superUser === superUser) return user
  if (superUser && !mayBeSuperUser(user)) refuse('NOT_STAFF')
  if (!superUser) await refuseLastAdministrator(unit, user)
  user.superUser = superUser
  await unit.flush()
  if (!superUser) await unit.runtime.registered.leaveToDos(unit, { userIds: [id] })
  return user
}
