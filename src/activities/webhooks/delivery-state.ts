import { notFound } from '../../domain/refusal.ts'
import { retryAfterMs, type DeliveryStatus } from '../../domain/webhooks/delivery.ts'
import { WebhookAttempt, WebhookLog } from '../../entities/webhook-log.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { now as timeNow } from '../../ports/database/clock.ts'

/** What the process of a delivery must know of it, and says of it. */
export interface DeliveryState {
  status: DeliveryStatus
  firstAttemptAt: number | null
  lastManualAt: number | null
  /** The first attempt is this process's as well, and not over. */
  isFirst: boolean
  answer: string
  /** When the automatic retry is due, where it was asked. */
  retryAt?: number
  /** And in how long, whatever clock its process goes by. */
  retryInMs?: number
}

/**
 * Windows are judged by the clock that their moments were written by, the database's: the engine's
 * may be wrong by minutes.
 */
export const judgedAt = ({ runtime, now }: Task): Date =>
  runtime.skipsTime !== true || now < timeNow() ? timeNow() : now

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

/** By when its last automatic attempt ended; undefined where none has, or none follows. */
export async function retryAtOf(unit: Unit, log: WebhookLog): Promise<number | undefined> {
  if (log.status !== 'RETRYING') return undefined
  const last = await unit.find(WebhookAttempt, { logId: log.id, number: log.automaticAttempts })
  return last?.endedAt == null ? undefined : last.endedAt.getTime() + retryAfterMs
}

/** A delivery is locked, so that the next caller sees what the former one changed. */
export async function lockedLog(unit: Unit, id: string): Promise<WebhookLog> {
  const [log] = await unit.locked(WebhookLog, { id })
  return log ?? notFound()
}
