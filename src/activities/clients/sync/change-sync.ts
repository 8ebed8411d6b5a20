import { lifeOfSync } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'

export interface SyncChange {
  direction?: ClientSync['direction'] | undefined
  scope?: { [what: string]: boolean | undefined } | undefined
}

/** Says which way things go, and what; not while they are on their way. */
export async function changeSync(
  unit: Unit,
  clientId: string,
  sent: SyncChange,
): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  lifeOfSync.move(sync.status, 'update')
  return withChange(sync, sent)
}

export function withChange(sync: ClientSync, { direction, scope }: SyncChange): ClientSync {
  sync.direction = direction ?? sync.direction
  const given = Object.entries(scope ?? {}).filter(([, on]) => on !== undefined)
  sync.scope = { ...sync.scope, ...(Object.fromEntries(given) as Record<string, boolean>) }
  return sync
}
