import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../../domain/refusal.ts'
import { subjectOf, type InboundKind, type Subject } from '../../../domain/webhooks/inbound.ts'
import { InboundEvent } from '../../../entities/inbound-event.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Appliers } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Stores an event of another system; the same event sent again is stored once. */
export async function receiveEvent(
  unit: Unit,
  kind: InboundKind,
  sent: { eventId: string } & Subject,
): Promise<InboundEvent> {
  const { eventId: externalId } = sent
  const { clientId } = unit.scope
  const { id: receivedFrom } = unit.principal
  const ownerId = clientId ?? unit.tenantId
  const payload = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>
  await lockKey(unit, 'event in', `${ownerId} ${kind} ${externalId}`)
  const known = await unit.find(InboundEvent, { kind, externalId, ownerId })
  if (known !== null) {
    const isSame = isDeepStrictEqual(known.payload, payload)
    return isSame ? known : refuse('EVENT_ID_REUSED', { existingId: known.id })
  }
  const event = unit.add(InboundEvent, {
    kind,
    externalId,
    ownerId,
    clientId,
    receivedFrom,
    payload,
    subjectId: subjectOf(sent),
    status: 'KEPT',
    appliedAt: null,
    error: null,
  })
  await unit.flush()
  const { appliers } = unit.runtime.registered
  await appliers[kind].onReceipt?.(unit, event)
  await applyEvent(unit, event, appliers)
  return event
}

/** Applies it where what it is about is built; else it stays as it is, and waits. */
export async function applyEvent(unit: Unit, event: InboundEvent, by: Appliers): Promise<void> {
  const { apply } = by[event.kind]
  if (apply === null) return
  await apply(unit, event)
  Object.assign(event, { status: 'APPLIED', appliedAt: unit.now, error: null })
}
