import { lifeOfSync } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'

/** Marks the sync as connected; an open link to connect stops working. */
export async function markConnected(unit: Unit, clientId: string): Promise<ClientSync> {
  return connected(await syncOf(unit, clientId))
}

export function connected(sync: ClientSync): ClientSync {
  sync.status = lifeOfSync.move(sync.status, 'connect')
  sync.onboardingUrlExpiresAt = null
  sync.lastError = null
  return sync
}

/** Marks the exchange of older data as complete; from now on only new data is exchanged. */
export async function completeIntegration(unit: Unit, clientId: string): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'complete')
  return sync
}
