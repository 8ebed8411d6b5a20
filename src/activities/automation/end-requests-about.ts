import { lifeOfRequest } from '../../domain/automation/internal-request.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Nobody agrees any more to what was to be done with something that goes. Before it is held. */
export async function endRequestsAbout(
  unit: Unit,
  subjectId: string,
  comment: string,
): Promise<void> {
  const about = `subject_id = $2 and status = 'OPEN'`
  const requests = await unit.readEach(InternalRequest, about, [subjectId], 'held')
  // What is agreed to by this very call may still be open in the database.
  for (const request of requests.filter((one) => one.status === 'OPEN')) {
    const status = lifeOfRequest.move(request.status, 'cancel')
    const decided = { decidedBy: unit.principal.id, decidedAt: unit.now }
    unit.update(InternalRequest, request, { status, comment, ...decided })
    unit.signal('expireRequest', request.id, 'closed')
  }
}
