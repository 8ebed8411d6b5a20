import { setTimeout as pause } from 'node:timers/promises'
import { platform } from '../../domain/access/principal.ts'
import {
  automaticAttemptsMax,
  outcomeOf,
  retryLateMs,
  unanswered,
  whyNotSent,
  type AttemptKind,
  type DeliveryStatus,
} from '../../domain/webhooks/delivery.ts'
import { families } from '../../entities/events.ts'
import type { WebhookLog } from '../../entities/webhook-log.ts'
import { WebhookAttempt, WebhookPayload } from '../../entities/webhook-log.ts'
import { Webhook } from '../../entities/webhook.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { retriesLate } from '../../ports/process/measured.ts'
import type { Posted } from '../../ports/webhooks/answer.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalNow } from '../access/may-still-act.ts'
import { judgedAt, lockedLog, retryAtOf, stateOf, type DeliveryState } from './delivery-state.ts'
import { headersFor, openReceiver, type Receiver } from './headers-for.ts'

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
      const log = await lockedLog(unit, task.entityId)
      const row = await unit.load(WebhookAttempt, { logId: log.id, number })
      if (row.endedAt != null) return stateOf(log)
      return end(log, row, posted, new Date(task.now.getTime() + posted.durationMs))
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

/** Written down before the POST: one that is found without an end was made, and had no answer. */
async function begin(unit: Unit, { entityId, now }: Task, kind: AttemptKind): Promise<Begun> {
  const log = await lockedLog(unit, entityId)
  const number = log.automaticAttempts + log.manualAttempts + (kind === 'AUTOMATIC' ? 1 : 0)
  const last = await unit.find(WebhookAttempt, { logId: log.id, number: lastOf(log, kind) })
  if (last !== null && last.endedAt == null) return { state: end(log, last, lost, now) }
  if (!isDue(log, kind)) return { state: stateOf(log) }
  const retryAt = kind === 'AUTOMATIC' ? await retryAtOf(unit, log) : undefined
  // A process that was put back in time may come before its time.
  const retryInMs = retryAt === undefined ? 0 : retryAt - now.getTime()
  if (retryInMs > 0) return { state: { ...stateOf(log), retryAt: retryAt!, retryInMs } }
  if (retryAt !== undefined) noteLate(unit, log, now.getTime() - retryAt)
  const webhook = await unit.find(Webhook, { id: log.webhookId })
  const row = unit.add(WebhookAttempt, {
    logId: log.id,
    number,
    clientId: log.clientId ?? null,
    kind,
    askedBy: kind === 'MANUAL' ? (log.lastManualBy ?? null) : null,
    startedAt: now,
  })
  log.lastAttemptAt = now
  log.firstAttemptAt ??= now
  if (kind === 'AUTOMATIC') log.automaticAttempts++
  // As long as its process is there, it ends what it begins.
  log.dueAt = new Date(now.getTime() + leaseMs)
  const notSent = webhook === null ? unanswered.switchedOff : await refusedNow(unit, log, webhook)
  if (webhook === null || notSent !== undefined) {
    return { state: end(log, row, { ...none, error: notSent ?? null }, now, false) }
  }
  const { payload } = await unit.load(WebhookPayload, { eventId: log.eventId })
  return { number, receiver: receiverOf(log, webhook), payload }
}

/** What the clock of the specification promises and was not kept is seen by an operator. */
function noteLate({ runtime, tenantId }: Unit, { id }: WebhookLog, lateMs: number): void {
  retriesLate.note(Math.max(0, lateMs) / 1_000)
  if (lateMs <= retryLateMs) return
  runtime.log.warn({ tenantId, delivery: id, lateMs }, 'an automatic retry came late')
}

/** Whether whoever saved it still receives what is to be sent. */
async function refusedNow(
  unit: Unit,
  { type }: WebhookLog,
  { enabled, savedBy, clientId = null }: Webhook,
): Promise<string | undefined> {
  if (savedBy == null) return whyNotSent(enabled, false)
  const rights = families.get(type)?.rights ?? []
  const refused = await refusalNow(unit, { principalId: savedBy, openedBy: rights, clientId })
  return whyNotSent(enabled, refused === undefined)
}

const leaseMs = 5 * 60_000

/** The number of the attempt, if this activity has already run once. */
function lastOf(log: WebhookLog, kind: AttemptKind): number {
  const made = log.automaticAttempts + log.manualAttempts
  return kind === 'AUTOMATIC' ? Math.max(made, 1) : made
}

function isDue(log: WebhookLog, kind: AttemptKind): boolean {
  if (kind === 'MANUAL') return log.status === 'SENDING'
  const waits = log.status === 'RETRYING' || (log.status === 'SENDING' && log.manualAttempts === 0)
  return waits && log.automaticAttempts < automaticAttemptsMax
}

const none = { status: null, durationMs: 0, response: null }
const lost = { ...none, error: unanswered.stopped }

function end(
  log: WebhookLog,
  row: WebhookAttempt,
  posted: Posted,
  at: Date,
  mayBeSent = true,
): DeliveryState {
  row.endedAt = at
  row.responseStatus = posted.status
  row.error = posted.error
  row.durationMs = posted.durationMs
  row.response = posted.response
  log.status = statusAfter(log, row, outcomeOf(posted, mayBeSent))
  log.responseStatus = posted.status
  log.error = posted.error
  if (log.status === 'DELIVERED') log.deliveredAt = at
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

function receiverOf(log: WebhookLog, webhook: Webhook): Receiver {
  return {
    tenant_id: log.tenantId,
    id: log.id,
    webhook_id: webhook.id,
    client_id: log.clientId ?? null,
    url: webhook.url,
    key: webhook.key,
    former_key: webhook.formerKey ?? null,
    former_key_until: webhook.formerKeyUntil ?? null,
    custom_headers: webhook.customHeaders,
    secret_headers: webhook.secretHeaders ?? null,
  }
}
