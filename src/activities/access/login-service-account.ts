import { platform, type Principal } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { ServiceAccount, ServiceAccountSecret } from '../../entities/service-account.ts'
import { hashToken } from '../../ports/keys/tokens.ts'
import { inUnit } from '../unit.ts'
import { issueAccountToken } from './generate-account-token.ts'
import type { IssuedToken } from './issue-token.ts'
import { attempt, ofAddress } from './login-attempts.ts'
import type { AtTheDoor } from './login.ts'

export interface AccountCredentials {
  tenantId: string
  serviceAccountId: string
  secret: string
}

/** A machine exchanges its secret for a short token; its 256 bits need no slow hash. */
export async function loginServiceAccount(
  at: AtTheDoor,
  { tenantId, serviceAccountId, secret }: AccountCredentials,
): Promise<IssuedToken> {
  const { runtime, now } = at
  const { succeeded } = await attempt(runtime, now, [ofAddress(at.address)])
  const as: Principal = {
    ...platform(tenantId, serviceAccountId),
    kind: 'SERVICE_ACCOUNT',
    id: serviceAccountId,
  }
  const issued = await inUnit(runtime, as, at, async (unit) => {
    const hash = hashToken(secret, runtime.keys.tokens)
    const found = await unit.find(ServiceAccountSecret, {
      serviceAccountId,
      hash,
      $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
    })
    const account = found && (await unit.find(ServiceAccount, { id: serviceAccountId }))
    if (account?.active !== true) return refuse('LOGIN_FAILED')
    return issueAccountToken(unit, account)
  })
  await succeeded()
  return issued
}
