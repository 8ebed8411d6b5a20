import { lifeOfSync, onboardingUrlLifetimeMs } from '../../../domain/clients/sync.ts'
import type { ClientSync } from '../../../entities/client-sync.ts'
import { onboardingToken } from '../../../ports/erp/onboarding-link.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { syncOf } from './sync-of.ts'

export interface OnboardingUrl {
  sync: ClientSync
  url: string
  expiresAt: Date
}

/**
 * Makes a link by which the client connects its business system once; a former link stops working.
 */
export async function obtainOnboardingUrl(unit: Unit, clientId: string): Promise<OnboardingUrl> {
  const sync = await syncOf(unit, clientId)
  sync.status = lifeOfSync.move(sync.status, 'obtainUrl')
  const { keys, publicUrl } = unit.runtime
  const expiresAt = new Date(unit.now.getTime() + onboardingUrlLifetimeMs)
  sync.onboardingUrlExpiresAt = expiresAt
  await unit.flush()
  const { tenantId } = unit
  const link = { tenantId, syncId: sync.id, expiresAt: expiresAt.getTime() }
  const url = `${publicUrl}/links/erp-onboarding#token=${onboardingToken(keys.links, link)}`
  return { sync, url, expiresAt }
}
