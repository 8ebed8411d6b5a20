import { randomBytes } from 'node:crypto'
import { type ServiceAccount, ServiceAccountSecret } from '../../entities/service-account.ts'
import { hashToken } from '../../ports/keys/tokens.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface WithSecret {
  account: ServiceAccount
  secret: string
}

/** Makes a secret, which is shown only now: the row has only its keyed hash. */
export function addSecret(unit: Unit, account: ServiceAccount): string {
  const secret = `rp_secret_${randomBytes(32).toString('base64url')}`
  unit.add(ServiceAccountSecret, {
    serviceAccountId: account.id,
    hash: hashToken(secret, unit.runtime.keys.tokens),
    createdBy: unit.principal.id,
    expiresAt: null,
  })
  return secret
}
