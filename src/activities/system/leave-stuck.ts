import { platform } from '../../domain/access/principal.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { processes } from '../../domain/processes.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Stuck } from '../../kernel/relay/reconcile.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { leaveErrand } from './leave-errand.ts'

const namedMax = 20

/** One errand for all of a kind that do not move: it is the same cause, and found every minute. */
export async function leaveStuck(
  runtime: Runtime,
  { tenantId, process, ids, reason }: Stuck,
): Promise<void> {
  const dedupeKey = `process/${process}`
  await inUnit(runtime, platform(tenantId, 'reconciler'), {}, async (unit) => {
    const known = await unit.find(SystemErrand, { dedupeKey })
    if (known !== null && isUnresolved(known.status)) return
    await leaveErrand(unit, {
      type: 'PROCESS',
      subjectType: processes[process].entity,
      subjectId: ids[0]!,
      severity: 'HIGH',
      title: `${ids.length} of ${process} are late and do not move: ${reason}`,
      data: { process, count: ids.length, ids: ids.slice(0, namedMax), reason },
      dedupeKey,
    })
  })
}
