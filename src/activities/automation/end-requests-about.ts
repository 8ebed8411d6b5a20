import { lifeOfRequest } from '../../domain/automation/internal-request.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import { lockKey, lockKeys } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Nobody agrees any more to what was to be done with something that goes, nor to what is asked in
 * this moment. Before it is held, and all that goes at once.
 */
export async function endRequestsAbout(
  unit: Unit,
  subjectIds: readonly string[],
  comment: string,
): Promise<void> {
  await lockKeys(unit, 'requests', subjectIds)
  const ids = subjectIds.map((_, at) => `$${at + 2}`)
  await endRequestsWhere(unit, `subject_id in (${ids.join()})`, subjectIds, comment)
}

/** Nor to anything about a client. */
export async function endRequestsOfClient(
  unit: Unit,
  clientId: string,
  comment: string,
): Promise<void> {
  await lockKey(unit, 'requests', clientId)
  await endRequestsWhere(unit, 'client_id = $2', [clientId], comment)
}

/** Nor to what somebody asked for who may ask for nothing any more. Before they are held. */
export async function endRequestsBy(unit: Unit, askerId: string, comment: string): Promise<void> {
  const made = `select id from token where tenant_id = $1 and (created_by = $2 or lives_by = $2)`
  await endRequestsWhere(
    unit,
    `(requested_by = $2 or requested_by in (${made}))`,
    [askerId],
    comment,
  )
}

export async function endRequestsWhere(
  unit: Unit,
  which: string,
  values: readonly string[],
  comment: string,
): Promise<void> {
  const open = `${which} and status = 'OPEN'`
  const requests = await unit.readEach(InternalRequest, open, [...values], 'held')
  // What is agreed to by this very call may still be open in the database.
  for (const request of requests.filter((one) => one.status === 'OPEN')) {
    const status = lifeOfRequest.move(request.status, 'cancel')
    const decided = { decidedBy: unit.principal.id, decidedAt: unit.now }
    unit.update(InternalRequest, request, { status, comment, ...decided })
    unit.signal('expireRequest', request.id, 'closed')
  }
}
