import { z } from 'zod'
import { statusWhen } from '../../domain/access/user.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { endMintedBy, endSessions } from './end-tokens.ts'
import { expireResets } from './expire-resets.ts'
import { closeInvitations } from './invite.ts'
import { refuseLastAdministrator } from './last-administrator.ts'
import { lockAdministrators } from './locks.ts'

export const toggleUserInput = z.strictObject({ active: z.boolean() })
export type UserToggle = z.output<typeof toggleUserInput>

/** Switches a user on or off; off ends their sessions and the links mailed to them. */
export async function toggleUser(unit: Unit, id: string, { active }: UserToggle): Promise<User> {
  await lockAdministrators(unit)
  const user = await changeableUser(unit, id)
  if (active === (user.status !== 'DISABLED')) return user
  if (!active) {
    await refuseLastAdministrator(unit, user)
    await endSessions(unit, user.id)
    await endMintedBy(unit, [user.id])
    await closeInvitations(unit, user.id)
    await expireResets(unit, user.id)
  }
  user.status = statusWhen(active, user.passwordHash != null)
  await unit.flush()
  return user
}
