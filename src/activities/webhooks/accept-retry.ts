import {
  lifeOfDelivery,
  retryRefusedUntil,
  type RetryRefused,
} from '../../domain/webhooks/delivery.ts'
import { platform } from '../../domain/access/principal.ts'
import { WebhookAttempt, type WebhookLog } from '../../entities/webhook-log.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { judgedAt, lockedLog, stateOf, type DeliveryState } from './delivery-state.ts'

/** With the reason where the row says no, whatever the process knows of it. */
export type AcceptedRetry = DeliveryState & { refused?: RetryRefused; judgedAt?: number }

/** A manual retry begins: its lock runs from here, whatever comes of the attempt. */
export function acceptRetry(asked: Task): Promise<AcceptedRetry> {
  const { runtime, tenantId, entityId, by } = asked
  const now = judgedAt(asked)
  const task = { ...asked, now }
  return inUnit(runtime, platform(tenantId, 'webhooks'), task, async (unit) => {
    const log = await lockedLog(unit, entityId)
    if (await wasAccepted(unit, log, asked)) return stateOf(log)
    const status = lifeOfDelivery.move(log.status, 'retry')
    const refused = retryRefusedUntil(windowsOf(log), now.getTime())
    if (refused !== undefined) return { ...stateOf(log), refused, judgedAt: now.getTime() }
    log.status = status
    log.manualAttempts++
    // Without a key it is known again by the moment that its process gave.
    log.lastManualAt = by?.key === undefined ? asked.now : now
    log.lastManualBy = by ?? null
    return stateOf(log)
  })
}

const windowsOf = ({ firstAttemptAt, lastManualAt }: WebhookLog) => ({
  firstAt: firstAttemptAt?.getTime(),
  manualAt: lastManualAt?.getTime(),
})

/** Asked again for what was accepted before, also by a process that was put back in time. */
async function wasAccepted(unit: Unit, log: WebhookLog, { by, now }: Task): Promise<boolean> {
  const key = by?.key
  if (key === undefined) return log.lastManualAt?.getTime() === now.getTime()
  return hasAccepted(unit, log, key)
}

/** Whether a retry was accepted under this key, whatever has come of it since. */
export async function hasAccepted(unit: Unit, log: WebhookLog, key: string): Promise<boolean> {
  if (log.lastManualBy?.key === key) return true
  if (log.manualAttempts < 2) return false
  const made = await unit.all(WebhookAttempt, { logId: log.id, kind: 'MANUAL' })
  return made.some(({ askedBy }) => askedBy?.key === key)
}
