import { requestExpiresAfterMs } from '../../domain/automation/internal-request.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Topic } from '../../domain/topics.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { fingerprintOf } from '../../ports/keys/fingerprints.ts'
import { refusalNow } from '../access/may-still-act.ts'
import { sameAsCaller } from '../access/who-is-behind.ts'

export interface SecondNeeded {
  topic: Topic
  subject: { type: string; id: string; clientId: string | null }
  /** All that the effect hangs on: a second who asks for something else begins anew. */
  payload: Readonly<Record<string, unknown>>
}

/** Before anything else is held: what the subject stands at is then still so when it is changed. */
export function lockSecond(unit: Unit, topic: Topic, subjectId: string): Promise<void> {
  return lockKey(unit, 'second', `${topic} ${subjectId}`)
}

/**
 * Undefined if another person has asked for the same before, so that the verb goes on; otherwise
 * the pending request that the verb returns. Both persons need the right of the operation.
 */
export async function requireSecond(
  unit: Unit,
  { topic, subject, payload }: SecondNeeded,
): Promise<Pending | undefined> {
  const { type: subjectType, id: subjectId, clientId } = subject
  await lockSecond(unit, topic, subjectId)
  const payloadHash = fingerprintOf(unit.runtime.keys, payload)
  const same = { topic, subjectType, subjectId, payloadHash, status: 'OPEN' } as const
  const [open] = await unit.locked(InternalRequest, same)
  if (open !== undefined && open.expiresAt > unit.now && (await stillStands(unit, open))) {
    if ((await sameAsCaller(unit, [open.requestedBy])).size > 0) {
      refuse('SAME_APPROVER', { existingId: open.id })
    }
    Object.assign(open, { status: 'APPROVED', decidedBy: unit.principal.id })
    unit.signal('expireRequest', open.id, 'closed')
    return undefined
  }
  if (open !== undefined) {
    if (open.expiresAt > unit.now) unit.signal('expireRequest', open.id, 'closed')
    open.status = 'EXPIRED'
  }
  const made = unit.add(InternalRequest, {
    ...same,
    clientId,
    asked: payload,
    comment: null,
    requestedBy: unit.principal.id,
    requestedByName: unit.principal.name.slice(0, 200),
    openedBy: unit.scope.openedBy ?? null,
    expiresAt: new Date(unit.now.getTime() + requestExpiresAfterMs),
  })
  unit.start('expireRequest', made.id, clientId === null ? {} : { RxClient: clientId })
  return new Pending(made)
}

/** Who is gone or has lost the right since has asked for nothing any more. */
async function stillStands(
  unit: Unit,
  { requestedBy: principalId, openedBy = null, clientId = null }: InternalRequest,
): Promise<boolean> {
  return (await refusalNow(unit, { principalId, openedBy, clientId })) === undefined
}
