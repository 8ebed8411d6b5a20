import { z } from 'zod'
import { statusWhen } from '../../domain/access/user.ts'
import { User } from '../../entities/user.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { endMintedBy, endSessions } from './end-tokens.ts'
import { expireResets } from './expire-resets.ts'
import { closeInvitations } from './invite.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { lockAdministrators } from './locks.ts'
import { refuseClosedClient } from './refuse-closed-client.ts'
import { secondForSuperUser } from './second-for-people.ts'

export const toggleUserInput = z.strictObject({ active: z.boolean() })
export type UserToggle = z.output<typeof toggleUserInput>

/**
 * Switches a user on or off; off ends their sessions and the links mailed to them. A super-user is
 * switched by two: else one could be left alone, and go on alone.
 */
export async function toggleUser(
  unit: Unit,
  id: string,
  { active }: UserToggle,
): Promise<User | Pending> {
  if (active) {
    const [asked] = await rowsOf(unit, User, { id: [id] }, ['clientId'])
    await refuseClosedClient(unit, asked?.clientId)
  }
  await lockAdministrators(unit)
  const { superUser, status } = await unit.load(User, id)
  if (superUser && active !== (status !== 'DISABLED')) {
    const about = { type: 'User', id, payload: { active }, isState: true } as const
    const pending = await secondForSuperUser(unit, about)
    if (pending !== undefined) return pending
  }
  return switchUser(unit, id, active)
}

/** Under the lock of administrators. */
export async function switchUser(unit: Unit, id: string, active: boolean): Promise<User> {
  if (!active)
    await unit.runtime.registered.secondPerson.endAskedBy(
      unit,
      id,
      'Whoever asked was switched off',
    )
  const user = await changeableUser(unit, id)
  if (active === (user.status !== 'DISABLED')) return user
  if (active) {
    user.status = statusWhen(active, user.passwordHash != null)
  } else {
    await refuseLastAdministrator(unit, user)
    await switchOff(unit, user)
    await unit.runtime.registered.leaveToDos(unit, { userIds: [id] })
  }
  await unit.flush()
  return user
}

/** Held, and with nobody asked whether they may: they get in by nothing any more. */
export async function switchOff(unit: Unit, user: User): Promise<void> {
  await endSessions(unit, user.id)
  await endMintedBy(unit, [user.id])
  await closeInvitations(unit, user.id)
  await expireResets(unit, user.id)
  user.status = statusWhen(false, user.passwordHash != null)
}
