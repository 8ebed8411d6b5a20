import { refuse } from '../../domain/refusal.ts'
import type { Invitation } from '../../entities/invitation.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { closeInvitations, invite } from './invite.ts'

/** Mails a new link to a user who has not accepted yet; the former link stops working. */
export async function resendInvitation(unit: Unit, userId: string): Promise<Invitation> {
  const user = await changeableUser(unit, userId)
  if (user.status !== 'INVITED') refuse('USER_NOT_INVITED')
  await closeInvitations(unit, user.id)
  const invitation = invite(unit, user)
  await unit.flush()
  return invitation
}
