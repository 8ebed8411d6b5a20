import { notFound } from '../../domain/refusal.ts'
import type { DeliveryStatus } from '../../domain/webhooks/delivery.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What the process of a delivery must know of it, and says of it. */
export interface DeliveryState {
  status: DeliveryStatus
  firstAttemptAt: number | null
  lastManualAt: number | null
  /** The first attempt is this process's as well, and not over. */
  isFirst: boolean
  answer: string
}

export function stateOf(log: WebhookLog): DeliveryState {
  const { status, responseStatus, error } = log
  return {
    status,
    firstAttemptAt: log.firstAttemptAt?.getTime() ?? null,
    lastManualAt: log.lastManualAt?.getTime() ?? null,
    isFirst: status === 'SENDING' && log.manualAttempts === 0,
    answer: responseStatus == null ? (error ?? 'no answer') : `${responseStatus}`,
  }
}

/** A delivery is locked, so that the next caller sees what the former one changed. */
export async function lockedLog(unit: Unit, id: string): Promise<WebhookLog> {
  const [log] = await unit.locked(WebhookLog, { id })
  return log ?? notFound()
}
