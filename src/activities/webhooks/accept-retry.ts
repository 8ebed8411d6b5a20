import { lifeOfDelivery } from '../../domain/webhooks/delivery.ts'
import { platform } from '../../domain/access/principal.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { lockedLog, stateOf, type DeliveryState } from './delivery-state.ts'

/** A manual retry begins: its lock runs from here, whatever comes of the attempt. */
export function acceptRetry(task: Task): Promise<DeliveryState> {
  const { runtime, tenantId, entityId, now, by } = task
  return inUnit(runtime, platform(tenantId, 'webhooks'), task, async (unit) => {
    const log = await lockedLog(unit, entityId)
    // A repeated call for the same retry finds that it has begun.
    if (log.lastManualAt?.getTime() === now.getTime()) return stateOf(log)
    log.status = lifeOfDelivery.move(log.status, 'retry')
    log.manualAttempts++
    log.lastManualAt = now
    log.lastManualBy = by ?? null
    return stateOf(log)
  })
}
