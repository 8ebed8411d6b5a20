import { z } from 'zod'
import { platform } from '../../../domain/access/principal.ts'
import { notFound } from '../../../domain/refusal.ts'
import { ClientSync } from '../../../entities/client-sync.ts'
import { openOnboardingToken } from '../../../ports/erp/onboarding-link.ts'
import type { AtTheDoor } from '../../access/login.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { connected } from './connect-sync.ts'

export const followOnboardingUrlInput = z.strictObject({
  token: z.string().min(1).max(300).meta({ format: 'password' }),
})

/** Connects the business system of a client who followed the link; the link works once. */
export async function followOnboardingUrl(
  at: AtTheDoor,
  { token }: z.output<typeof followOnboardingUrlInput>,
): Promise<ClientSync> {
  const { runtime, now } = at
  const link = openOnboardingToken(runtime.keys, token)
  if (link === undefined || link.expiresAt <= now.getTime()) return notFound('/token')
  return inUnit(runtime, platform(link.tenantId, 'erp onboarding'), at, async (unit) => {
    const sync = await unit.load(ClientSync, link.syncId, '/token')
    if (sync.onboardingUrlExpiresAt?.getTime() !== link.expiresAt) notFound('/token')
    return connected(sync)
  })
}
