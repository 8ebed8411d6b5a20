import { lifeOfSync } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'

/** The business system has let the platform in; a link that was still open leads nowhere now. */
export async function markConnected(unit: Unit, clientId: string): Promise<ClientSync> {
  return connected(await syncOf(unit, clientId))
}

export function connected(sync: ClientSync): ClientSync {
  sync.status = lifeOfSync.move(sync.status, 'connect')
  sync.onboardingUrlExpiresAt = null
  sync.lastError = null
  return sync
}

/** What was there before is exchanged; from here on only what is new. */
export async function completeIntegration(unit: Unit, clientId: string): Promise<ClientSync> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'complete')
  return sync
}
