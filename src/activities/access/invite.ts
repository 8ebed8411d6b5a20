import { invitationExpiresAfterMs } from '../../domain/access/user.ts'
import { Invitation } from '../../entities/invitation.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalNow } from './may-still-act.ts'

/** Makes an invitation and starts its process, which mails the link, reminds, and expires it. */
export function invite(unit: Unit, user: User): Invitation {
  const invitation = unit.add(Invitation, {
    userId: user.id,
    invitedBy: unit.principal.id,
    openedBy: unit.scope.openedBy ?? null,
    status: 'PENDING',
    expiresAt: new Date(unit.now.getTime() + invitationExpiresAfterMs),
    sentAt: null,
    remindedAt: null,
  })
  unit.start('inviteUser', invitation.id, ofClient(user))
  return invitation
}

/** Access that somebody gave ends with theirs, also where nobody has it yet. */
export async function isStillMeant(
  unit: Unit,
  { invitedBy, openedBy = null }: Invitation,
  { clientId = null }: User,
): Promise<boolean> {
  if (invitedBy == null) return true
  return (await refusalNow(unit, { principalId: invitedBy, openedBy, clientId })) === undefined
}

/** The search attribute by which operators find the processes of a client's people. */
export function ofClient({ clientId }: User): Record<string, string> {
  return clientId == null ? {} : { RxClient: clientId }
}

/** Closes open invitations, so that their links stop working. */
export async function closeInvitations(unit: Unit, userId: string): Promise<Invitation[]> {
  const open = await unit.all(Invitation, { userId, status: 'PENDING' })
  for (const invitation of open) closeInvitation(unit, invitation, 'WITHDRAWN')
  return open
}

export function closeInvitation(
  unit: Unit,
  invitation: Invitation,
  as: 'ACCEPTED' | 'WITHDRAWN',
): void {
  invitation.status = as
  unit.signal('inviteUser', invitation.id, 'closed')
}
