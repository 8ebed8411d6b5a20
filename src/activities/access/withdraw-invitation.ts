import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableUser } from './changeable-user.ts'
import { closeInvitations } from './invite.ts'

/** Withdraws an invitation; the user stays, and can be invited again. */
export async function withdrawInvitation(unit: Unit, userId: string): Promise<void> {
  await changeableUser(unit, userId)
  const closed = await closeInvitations(unit, userId)
  if (closed.length === 0) refuse('USER_NOT_INVITED')
}
