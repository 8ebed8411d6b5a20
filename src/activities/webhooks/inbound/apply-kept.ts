import { platform } from '../../../domain/access/principal.ts'
import { Refusal, refuse } from '../../../domain/refusal.ts'
import { inboundRights, type InboundKind } from '../../../domain/webhooks/inbound.ts'
import { InboundEvent } from '../../../entities/inbound-event.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { isTemporary } from '../../../kernel/write/activity.ts'
import type { Appliers } from '../../../kernel/write/registered.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { refusalNow } from '../../access/may-still-act.ts'
import { applyEvent } from './receive-event.ts'

interface Place {
  runtime: Runtime
  tenantId: string
  now: Date
}

const pageSize = 100

/**
 * Applies what came before its room was built, in the order in which it came, each by itself: one
 * that is refused is kept with the reason, and holds up no other.
 */
export async function applyKept(
  place: Place,
  kind: InboundKind,
  by: Appliers = place.runtime.registered.appliers,
): Promise<{ applied: number; left: number }> {
  const count = { applied: 0, left: 0 }
  let kept = await keptAfter(place, kind, '')
  while (kept.length > 0) {
    for (const each of kept) count[(await applyOne(place, each, by)) ? 'applied' : 'left']++
    kept = await keptAfter(place, kind, kept.at(-1)?.id ?? '')
  }
  return count
}

/** An event, and the client that its sender was bound to. */
type Kept = Record<'id', string> & Record<'boundTo', string | null>

/** In the scope of the sender, whose events about other clients find nothing. */
const work = <T>(
  { runtime, tenantId, now }: Place,
  clientId: string | null,
  verb: Parameters<typeof inUnit<T>>[3],
) => inUnit(runtime, { ...platform(tenantId, 'events in'), clientId }, { now }, verb)

function keptAfter(place: Place, kind: InboundKind, after: string): Promise<Kept[]> {
  return work(place, null, ({ tenantId, transaction }) =>
    transaction.query<Kept>(
      `select id, nullif(owner_id, $5) as "boundTo" from inbound_event
       where tenant_id = $1 and kind = $2 and status = 'KEPT' and id > $3 order by id limit $4`,
      [tenantId, kind, after, pageSize, tenantId],
    ),
  )
}

async function applyOne(place: Place, { id, boundTo }: Kept, by: Appliers): Promise<boolean> {
  try {
    return await work(place, boundTo, async (unit) => {
      // Processes that start together look after the same events.
      const event = await loadHeld(unit, InboundEvent, id)
      if (event.status === 'KEPT' && by[event.kind].apply !== null) {
        await refuseSender(unit, event, boundTo)
        await applyEvent(unit, event, by)
      }
      return event.status === 'APPLIED'
    })
  } catch (error) {
    if (!(error instanceof Refusal) || isTemporary(error)) throw error
    await work(place, boundTo, async (unit) => {
      const event = await loadHeld(unit, InboundEvent, id)
      event.error = error.message.slice(0, 1000)
    })
    return false
  }
}

/** Nobody is believed later who would not be believed now. */
async function refuseSender(
  unit: Unit,
  { kind, receivedFrom, clientId }: InboundEvent,
  boundTo: string | null,
): Promise<void> {
  const code = await refusalNow(unit, {
    principalId: receivedFrom,
    openedBy: inboundRights[kind],
    clientId: boundTo ?? clientId ?? null,
  })
  if (code !== undefined) refuse(code, { detail: 'Whoever sent it may send no such event now.' })
}
