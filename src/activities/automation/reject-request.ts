import { z } from 'zod'
import { lifeOfRequest } from '../../domain/automation/internal-request.ts'
import { refuse } from '../../domain/refusal.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { filled } from '../../kernel/read/fields.ts'
import { lockSecond, refuseOfTenant } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { actedByCaller } from '../access/who-is-behind.ts'

export const rejectRequestInput = z.strictObject({ comment: filled(1000) })

/** Whoever could agree says no; whoever asked takes it back. */
export async function rejectRequest(
  unit: Unit,
  id: string,
  { comment }: z.output<typeof rejectRequestInput>,
): Promise<InternalRequest> {
  const { topic, subjectId, clientId = null } = await unit.load(InternalRequest, id)
  await lockSecond(unit, topic, subjectId)
  await unit.locked(InternalRequest, { id })
  const request = await unit.load(InternalRequest, id)
  const isOwn = (await actedByCaller(unit, [request.requestedBy])).size > 0
  if (!isOwn) refuseOfTenant(unit.scope, topic, clientId)
  const { openedBy: right = null } = request
  if (!isOwn && right !== null && !unit.principal.has(right)) {
    refuse('ACCESS_DENIED', { requiredRights: [right], missingRights: [right] })
  }
  request.status = lifeOfRequest.move(request.status, isOwn ? 'cancel' : 'reject')
  Object.assign(request, { comment, decidedBy: unit.principal.id, decidedAt: unit.now })
  unit.signal('expireRequest', id, 'closed')
  return request
}
