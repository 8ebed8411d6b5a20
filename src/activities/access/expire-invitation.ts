import { platform } from '../../domain/access/principal.ts'
import { Invitation } from '../../entities/invitation.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'

/** Expires an invitation, unless it was accepted or withdrawn meanwhile. */
export function expireInvitation(task: Task): Promise<{ expired: boolean; gone?: true }> {
  const as = platform(task.tenantId, 'invitation')
  return inUnit(task.runtime, as, task, async (unit) => {
    const invitation = await unit.find(Invitation, { id: task.entityId })
    if (invitation === null) return { expired: false, gone: true }
    const expired = invitation.status === 'PENDING' && invitation.expiresAt <= unit.now
    if (expired) invitation.status = 'EXPIRED'
    return { expired }
  })
}
