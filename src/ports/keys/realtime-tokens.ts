import { createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isId } from '../../domain/ids.ts'
import type { Keys } from './keys.ts'

/** Opens one channel with the scope of the access token that it was made with. */
export interface RealtimeClaims {
  /** Its own id, stored when it is used, so that it works once. */
  id: string
  tenantId: string
  tokenId: string
  expiresAt: Date
}

export const realtimeLifetimeMs = 60_000

const form = { alg: 'HS256', typ: 'rt+jwt' } as const
const ours = { issuer: 'receivables', audience: 'realtime' } as const

/** Signed and not stored: only the platform reads it, so one key signs and verifies. */
export function realtimeToken(keys: Keys, claims: RealtimeClaims, now: Date): Promise<string> {
  const { id, tenantId, tokenId, expiresAt } = claims
  return new SignJWT({ tenant: tenantId })
    .setProtectedHeader({ ...form, kid: keys.id })
    .setIssuer(ours.issuer)
    .setAudience(ours.audience)
    .setJti(id)
    .setSubject(tokenId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(createSecretKey(keys.realtime))
}

/** Undefined if we did not make the token, or it has expired. */
export async function openRealtimeToken(
  keys: Keys,
  token: string,
  now: Date,
): Promise<RealtimeClaims | undefined> {
  const signer = ({ kid = '' }: { kid?: string }) =>
    createSecretKey((keys.of(kid) ?? keys).realtime)
  const { payload } = await jwtVerify(token, signer, {
    ...ours,
    typ: form.typ,
    algorithms: [form.alg],
    currentDate: now,
    requiredClaims: ['jti', 'sub', 'exp', 'tenant'],
  }).catch(() => ({ payload: undefined }))
  const { jti = '', sub = '', exp = 0, tenant } = payload ?? {}
  const tenantId = String(tenant)
  if (!isId(jti) || !isId(tenantId)) return undefined
  return { id: jti, tenantId, tokenId: sub, expiresAt: new Date(exp * 1000) }
}
