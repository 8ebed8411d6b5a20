import { withClient } from '../../../ports/database/connect.ts'
import { inboundKinds, type InboundKind } from '../../../domain/webhooks/inbound.ts'
import type { Appliers } from '../../../kernel/write/registered.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import { applyKept } from './apply-kept.ts'
import { now } from '../../../ports/database/clock.ts'

interface Waiting {
  tenant_id: string
  kind: InboundKind
}

/**
 * A process that starts may be the first that knows what to do with an event which was kept, so it
 * looks for such events of all tenants. Only the login of the relay sees whose there are.
 */
export async function applyAllKept(
  relayUrl: string,
  runtime: Runtime,
  by: Appliers = runtime.registered.appliers,
): Promise<void> {
  const built = inboundKinds.filter((kind) => by[kind].apply !== null)
  for (const { tenant_id: tenantId, kind } of await waitingOf(relayUrl, built)) {
    const count = await applyKept({ runtime, tenantId, now: now() }, kind, by)
    runtime.log.info({ tenantId, kind, ...count }, 'events that were kept are applied')
  }
}

async function waitingOf(url: string, kinds: readonly InboundKind[]): Promise<Waiting[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Waiting>(
      `select distinct tenant_id, kind from inbound_event
       where status = 'KEPT' and kind = any($1) order by 1, 2`,
      [kinds],
    )
    return rows
  })
}
