import { platform } from '../../domain/access/principal.ts'
import { catchUpDays } from '../../domain/job.ts'
import { Schedule, ScheduleRun } from '../../entities/schedule.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { hold } from '../../kernel/write/hold.ts'
import { nextTime, timesDue } from './times.ts'

const reachMs = catchUpDays * 86_400_000

/**
 * Writes down what has come due of a schedule, and starts each: the row knows its next time, so
 * whoever comes first does it, and who comes again finds nothing.
 */
export function planSchedule(task: Task): Promise<{ planned: number; gone?: true }> {
  const { runtime, tenantId, entityId } = task
  return inUnit(runtime, platform(tenantId, 'schedule'), task, async (unit) => {
    hold(unit, Schedule, [entityId])
    const schedule = await unit.find(Schedule, { id: entityId })
    if (schedule === null) return { planned: 0, gone: true }
    const { enabled, cron, timeZone, nextRunAt: first, kind, clientId = null, ofClient } = schedule
    if (!enabled || first == null || first > unit.now) return { planned: 0 }
    const due = timesDue({ cron, timeZone, first }, unit.now, reachMs)
    for (const plannedAt of due) {
      const run = unit.add(ScheduleRun, {
        scheduleId: schedule.id,
        kind,
        clientId,
        ofClient,
        plannedAt,
        status: 'QUEUED',
        documentIds: [],
        recipients: [],
        mailed: 0,
      })
      unit.start('runSchedule', run.id, clientId === null ? {} : { RxClient: clientId })
    }
    const next = nextTime(cron, timeZone, unit.now)
    await unit.transaction.query(
      'update schedule set next_run_at = $3 where tenant_id = $1 and id = $2',
      [tenantId, entityId, next],
    )
    return { planned: due.length }
  })
}
