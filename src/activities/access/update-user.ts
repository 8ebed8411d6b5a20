import type { z } from 'zod'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { endSessions } from './end-tokens.ts'
import { expireResets } from './expire-resets.ts'
import { closeInvitations, invite } from './invite.ts'
import { giverOf } from './who-is-behind.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const updateUserInput = bodyOf(User, ['name', 'email', 'mfaRequired']).partial()
export type UserChange = z.output<typeof updateUserInput>

/** Changes the details of a user, and whether they need a second factor. */
export async function updateUser(unit: Unit, id: string, sent: UserChange): Promise<User> {
  const user = await changeableUser(unit, id)
  user.name = sent.name ?? user.name
  await demandMfa(unit, user, sent.mfaRequired ?? user.mfaRequired)
  await moveTo(unit, user, sent.email ?? user.email)
  await unit.flush()
  return user
}

/** Sessions that began under the former rule end. */
async function demandMfa(unit: Unit, user: User, required: boolean): Promise<void> {
  if (user.mfaRequired === required) return
  user.mfaRequired = required
  await endSessions(unit, user.id)
}

/** Links that were mailed to the former address stop working. */
async function moveTo(unit: Unit, user: User, email: string): Promise<void> {
  if (user.email === email) return
  user.email = email
  user.emailSetBy = await giverOf(unit, user)
  await expireResets(unit, user.id)
  const closed = await closeInvitations(unit, user.id)
  if (closed.length > 0) invite(unit, user)
}
