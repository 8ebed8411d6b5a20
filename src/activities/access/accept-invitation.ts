import { z } from 'zod'
import { refuseWeak } from '../../domain/access/password.ts'
import { platform, userAtDoor } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { Invitation } from '../../entities/invitation.ts'
import { User } from '../../entities/user.ts'
import { openLinkToken } from '../../ports/keys/link-tokens.ts'
import { hashPassword } from '../../ports/keys/passwords.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { closeInvitation, isStillMeant } from './invite.ts'
import { lockOne } from './locks.ts'
import type { AtTheDoor } from './login.ts'
import { setPassword, newPassword } from './set-password.ts'

/** The secret of a mailed link, and the password that the user chose. */
export const acceptInvitationInput = z.strictObject({
  token: z.string().min(1).max(300).meta({ format: 'password' }),
  password: newPassword,
})
export type Chosen = z.output<typeof acceptInvitationInput>

/** Accepts an invitation by its mailed link: sets the chosen password and activates the user. */
export async function acceptInvitation(at: AtTheDoor, { token, password }: Chosen): Promise<User> {
  const { runtime } = at
  const link = openLinkToken(runtime.keys, 'invitation', token)
  if (link === undefined) return refuse('USER_NOT_INVITED')
  const { user } = await inUnit(runtime, platform(link.tenantId, 'invitation'), at, (unit) =>
    invited(unit, link.id),
  )
  refuseWeak(password, user.email, '/password')
  const passwordHash = await hashPassword(password, at.address)
  return inUnit(runtime, userAtDoor(user), at, async (unit) => {
    await lockOne(unit, 'user', user.id)
    const present = await invited(unit, link.id)
    closeInvitation(unit, present.invitation, 'ACCEPTED')
    await setPassword(unit, present.user, passwordHash, present.user.emailSetBy ?? null)
    present.user.status = 'ACTIVE'
    return present.user
  })
}

async function invited(unit: Unit, id: string): Promise<{ invitation: Invitation; user: User }> {
  const invitation = await unit.find(Invitation, { id })
  if (invitation?.status !== 'PENDING' || invitation.expiresAt <= unit.now) {
    return refuse('USER_NOT_INVITED')
  }
  const user = await unit.load(User, invitation.userId)
  const isInvited = user.status === 'INVITED' && (await isStillMeant(unit, invitation, user))
  return isInvited ? { invitation, user } : refuse('USER_NOT_INVITED')
}
