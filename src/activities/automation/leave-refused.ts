import { isDeepStrictEqual } from 'node:util'
import { platform } from '../../domain/access/principal.ts'
import { refusedSchedulesKey } from '../../domain/automation/schedule.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { RefusedSchedules } from '../../kernel/relay/tenant-schedules.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'

const namedMax = 20

/** One errand for all that Temporal refuses, found every minute: others are told without a new one. */
export async function leaveRefused(
  runtime: Runtime,
  { tenantId, ids, reason }: RefusedSchedules,
): Promise<void> {
  const title = `Temporal refuses schedules (${ids.length}), which come late. Say their times otherwise`
  const data = { count: ids.length, ids: ids.slice(0, namedMax), reason }
  await inUnit(runtime, platform(tenantId, 'relay'), {}, async (unit) => {
    const known = await unit.find(SystemErrand, { dedupeKey: refusedSchedulesKey })
    if (known !== null && isUnresolved(known.status)) {
      if (!isDeepStrictEqual(known.data, data)) unit.update(SystemErrand, known, { title, data })
      return
    }
    const [subjectId = ''] = ids
    const about = { type: 'SCHEDULE', subjectType: 'Schedule', subjectId } as const
    await leaveErrand(unit, { ...about, title, data, dedupeKey: refusedSchedulesKey })
  })
}

export async function settleRefused(runtime: Runtime, tenantId: string): Promise<void> {
  await inUnit(runtime, platform(tenantId, 'relay'), {}, (unit) =>
    settleErrand(unit, refusedSchedulesKey, 'None is refused any more.'),
  )
}
