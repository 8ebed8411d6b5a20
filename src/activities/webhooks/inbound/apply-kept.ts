import { platform } from '../../../domain/access/principal.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { InboundKind } from '../../../domain/webhooks/inbound.ts'
import { InboundEvent } from '../../../entities/inbound-event.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { isTemporary } from '../../../kernel/write/activity.ts'
import type { Appliers } from '../../../kernel/write/registered.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
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
  let ids = await keptAfter(place, kind, '')
  while (ids.length > 0) {
    for (const id of ids) count[(await applyOne(place, id, by)) ? 'applied' : 'left']++
    ids = await keptAfter(place, kind, ids.at(-1) ?? '')
  }
  return count
}

const work = <T>({ runtime, tenantId, now }: Place, verb: Parameters<typeof inUnit<T>>[3]) =>
  inUnit(runtime, platform(tenantId, 'events in'), { now }, verb)

function keptAfter(place: Place, kind: InboundKind, after: string): Promise<string[]> {
  return work(place, async ({ tenantId, transaction }) => {
    const rows = await transaction.query<{ id: string }>(
      `select id from inbound_event where tenant_id = $1 and kind = $2 and status = 'KEPT'
       and id > $3 order by id limit $4`,
      [tenantId, kind, after, pageSize],
    )
    return rows.map(({ id }) => id)
  })
}

async function applyOne(place: Place, id: string, by: Appliers): Promise<boolean> {
  try {
    return await work(place, async (unit) => {
      // Processes that start together look after the same events.
      const event = await loadHeld(unit, InboundEvent, id)
      if (event.status === 'KEPT') await applyEvent(unit, event, by)
      return event.status === 'APPLIED'
    })
  } catch (error) {
    if (!(error instanceof Refusal) || isTemporary(error)) throw error
    await work(place, async (unit) => {
      const event = await loadHeld(unit, InboundEvent, id)
      event.error = error.message.slice(0, 1000)
    })
    return false
  }
}
