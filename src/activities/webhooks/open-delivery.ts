import { platform } from '../../domain/access/principal.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { retryAtOf, stateOf, type DeliveryState } from './delivery-state.ts'

/** Where a delivery stands when its process begins, or begins again. */
export function openDelivery(task: Task): Promise<DeliveryState> {
  const { runtime, tenantId, entityId } = task
  return inUnit(runtime, platform(tenantId, 'webhooks'), task, async (unit) => {
    const log = await unit.load(WebhookLog, entityId)
    const retryAt = await retryAtOf(unit, log)
    return { ...stateOf(log), ...(retryAt !== undefined && { retryAt }) }
  })
}
