import { families } from '../../entities/events.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalsNow } from '../access/may-still-act.ts'

/** Errands that somebody sees to who can read them no more are seen to by nobody. */
export async function unassignErrands(unit: Unit, userIds: readonly string[]): Promise<void> {
  const theirs = `status in ('OPEN', 'IN_PROGRESS') and assignee_id = any($2)`
  const errands = await unit.readEach(SystemErrand, theirs, [userIds])
  const refusals = await refusalsNow(
    unit,
    errands.map(({ assigneeId, clientId = null }) => ({
      principalId: assigneeId ?? '',
      openedBy: families.get('ERRAND')?.rights ?? [],
      clientId,
    })),
  )
  for (const [at, errand] of errands.entries()) {
    if (refusals[at] !== undefined) unit.update(SystemErrand, errand, { assigneeId: null })
  }
}
