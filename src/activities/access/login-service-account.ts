import { z } from 'zod'
import { userAtDoor, type Principal } from '../../domain/access/principal.ts'
import { refuse } from '../../domain/refusal.ts'
import { ServiceAccount, ServiceAccountSecret } from '../../entities/service-account.ts'
import { hashToken } from '../../ports/keys/tokens.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import { issueAccountToken } from './generate-account-token.ts'
import type { IssuedToken } from './issue-token.ts'
import { attempt, ofAddress } from './login-attempts.ts'
import type { AtTheDoor } from './login.ts'
import { id } from '../../kernel/read/fields.ts'

export const loginServiceAccountInput = z.strictObject({
  tenantId: id('Tenant'),
  serviceAccountId: id('ServiceAccount'),
  secret: z.string().min(1).max(200).meta({ example: 'rp_secret_…', format: 'password' }),
})
type AccountCredentials = z.output<typeof loginServiceAccountInput>

/** Exchanges a machine's secret for a short-lived token; 256 random bits need no slow hash. */
export function loginServiceAccount(
  at: AtTheDoor,
  credentials: AccountCredentials,
): Promise<IssuedToken> {
  return attempt(at.runtime, at.now, [ofAddress(at.address)], () => letIn(at, credentials))
}

function letIn(at: AtTheDoor, given: AccountCredentials): Promise<IssuedToken> {
  const { tenantId, serviceAccountId, secret } = given
  const as: Principal = {
    ...userAtDoor({ tenantId, id: serviceAccountId, name: serviceAccountId }),
    kind: 'SERVICE_ACCOUNT',
  }
  return inUnit(at.runtime, as, at, async (unit) => {
    const live = [{ expiresAt: null }, { expiresAt: { $gt: unit.now } }]
    const hash = hashToken(secret, at.runtime.keys.tokens)
    const found = await unit.find(ServiceAccountSecret, { serviceAccountId, hash, $or: live })
    const account = found && (await unit.find(ServiceAccount, { id: serviceAccountId }))
    return account?.active === true ? issueAccountToken(unit, account) : refuse('LOGIN_FAILED')
  })
}
