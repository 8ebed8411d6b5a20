import { setTimeout as pause } from 'node:timers/promises'
import { platform } from '../../domain/access/principal.ts'
import {
  automaticAttemptsMax,
  outcomeOf,
  retryAfterMs,
  retryLateMs,
  unanswered,
  whyNotSent,
  type AttemptKind,
  type DeliveryStatus,
} from '../../domain/webhooks/delivery.ts'
import { notFound } from '../../domain/refusal.ts'
import { WebhookAttempt, WebhookLog } from '../../entities/webhook-log.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { retriesLate } from '../../ports/process/measured.ts'
import type { Posted } from '../../ports/webhooks/answer.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { judgedAt, stateOf, type DeliveryState } from './delivery-state.ts'
import { headersFor, openReceiver, type Receiver } from './headers-for.ts'
import { whatToSend, type ToSend } from './statements.ts'

/** An automatic attempt: the one retry, or the first where a workflow makes every attempt. */
export function attemptDelivery(task: Task): Promise<DeliveryState> {
  return attempt(task, 'AUTOMATIC')
}

/** The one attempt of a manual retry. */
export function retryManually(task: Task): Promise<DeliveryState> {
  return attempt(task, 'MANUAL')
}

/** An attempt that is to be made, or what became of the delivery where none is. */
type Begun = { number: number; receiver: Receiver; payload: string } | { state: DeliveryState }

async function attempt(asked: Task, kind: AttemptKind): Promise<DeliveryState> {
  const task = { ...asked, now: judgedAt(asked) }
  const { runtime, tenantId } = task
  const principal = platform(tenantId, 'webhooks')
  const begun = await inUnit(runtime, principal, task, (unit) => begin(unit, task, kind))
  if ('state' in begun) return begun.state
  const headers = headersFor(
    openReceiver(runtime.keys, begun.receiver, task.now),
    task.entityId,
    begun.payload,
    task.now,
  )
  crashPoint('delivery-claimed', () => [task.entityId, kind])
  const posted = await runtime.poster.post(tenantId, begun.receiver.url, headers, begun.payload)
  crashPoint('delivery-answered', () => [task.entityId, kind])
  const { number } = begun
  return insistently(() =>
    inUnit(runtime, principal, task, async (unit) => {
      const [[log = notFound()], row] = await Promise.all([
        heldLog(unit, task.entityId),
        unit.read(WebhookAttempt, { logId: task.entityId, number }),
      ])
      if (row.endedAt != null) return stateOf(log)
      return end(unit, log, row, posted, new Date(task.now.getTime() + posted.durationMs))
    }),
  )
}

const tries = 8
const againMs = 1_000

/** What a receiver answered is lost with this process, so a database that is away is waited for. */
async function insistently<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work()
    } catch (error) {
      if (n === tries) throw error
      await pause(againMs)
    }
  }
}

const heldLog = (unit: Unit, id: string) => unit.readEach(WebhookLog, 'id = $2', [id], 'held')

/** Written down before the POST: one that is found without an end was made, and had no answer. */
async function begin(unit: Unit, { entityId, now }: Task, kind: AttemptKind): Promise<Begun> {
  // Asked as one message, of which the second statement sees what the first one waited for.
  const [[log = notFound()], [toSend = notFound()]] = await Promise.all([
    heldLog(unit, entityId),
    unit.transaction.prepared<ToSend>(whatToSend, [unit.tenantId, entityId]),
  ])
  const { last_number: last, last_ended_at: lastEndedAt } = toSend
  if (last !== null && lastEndedAt === null) {
    const row = await unit.read(WebhookAttempt, { logId: log.id, number: last })
    return { state: end(unit, log, row, lost, now) }
  }
  if (!isDue(log, kind)) return { state: stateOf(log) }
  const isRetry = kind === 'AUTOMATIC' && log.status === 'RETRYING' && lastEndedAt !== null
  const retryAt = isRetry ? lastEndedAt.getTime() + retryAfterMs : undefined
  // A process that was put back in time may come before its time.
  const retryInMs = retryAt === undefined ? 0 : retryAt - now.getTime()
  if (retryInMs > 0) return { state: { ...stateOf(log), retryAt: retryAt!, retryInMs } }
  if (retryAt !== undefined) noteLate(unit, log, now.getTime() - retryAt)
  const row = written(unit, log, kind, now)
  const { payload, url, enabled, is_received: isReceived } = toSend
  const notSent = url === null ? unanswered.switchedOff : whyNotSent(enabled, isReceived)
  if (url === null || notSent !== undefined) {
    return { state: end(unit, log, row, { ...none, error: notSent ?? null }, now, false) }
  }
  const { id, tenantId, webhookId } = log
  const receiver = { ...toSend, url, id, tenant_id: tenantId, webhook_id: webhookId }
  return { number: row.number, receiver, payload: payload ?? notFound() }
}

function written(unit: Unit, log: WebhookLog, kind: AttemptKind, now: Date): WebhookAttempt {
  const isAutomatic = kind === 'AUTOMATIC'
  const row = unit.insert(WebhookAttempt, {
    logId: log.id,
    number: log.automaticAttempts + log.manualAttempts + (isAutomatic ? 1 : 0),
    clientId: log.clientId ?? null,
    kind,
    askedBy: isAutomatic ? null : (log.lastManualBy ?? null),
    startedAt: now,
  })
  unit.update(WebhookLog, log, {
    lastAttemptAt: now,
    firstAttemptAt: log.firstAttemptAt ?? now,
    automaticAttempts: log.automaticAttempts + (isAutomatic ? 1 : 0),
    // As long as its process is there, it ends what it begins.
    dueAt: new Date(now.getTime() + leaseMs),
  })
  return row
}

/** What the clock of the specification promises and was not kept is seen by an operator. */
function noteLate({ runtime, tenantId }: Unit, { id }: WebhookLog, lateMs: number): void {
  retriesLate.note(Math.max(0, lateMs) / 1_000)
  if (lateMs <= retryLateMs) return
  runtime.log.warn({ tenantId, delivery: id, lateMs }, 'an automatic retry came late')
}

const leaseMs = 5 * 60_000

function isDue(log: WebhookLog, kind: AttemptKind): boolean {
  if (kind === 'MANUAL') return log.status === 'SENDING'
  const waits = log.status === 'RETRYING' || (log.status === 'SENDING' && log.manualAttempts === 0)
  return waits && log.automaticAttempts < automaticAttemptsMax
}

const none = { status: null, durationMs: 0, response: null }
const lost = { ...none, error: unanswered.stopped }

function end(
  unit: Unit,
  log: WebhookLog,
  row: WebhookAttempt,
  posted: Posted,
  at: Date,
  mayBeSent = true,
): DeliveryState {
  const { status: responseStatus, error, durationMs, response } = posted
  unit.update(WebhookAttempt, row, { endedAt: at, responseStatus, error, durationMs, response })
  const status = statusAfter(log, row, outcomeOf(posted, mayBeSent))
  const deliveredAt = status === 'DELIVERED' ? at : log.deliveredAt
  unit.update(WebhookLog, log, { status, responseStatus, error, deliveredAt: deliveredAt ?? null })
  return stateOf(log)
}

function statusAfter(
  log: WebhookLog,
  row: WebhookAttempt,
  outcome: ReturnType<typeof outcomeOf>,
): DeliveryStatus {
  const another = row.kind === 'AUTOMATIC' && log.automaticAttempts < automaticAttemptsMax
  return outcome === 'RETRYING' && !another ? 'FAILED' : outcome
}
