import { createHmac, randomBytes, type KeyObject } from 'node:crypto'
import { isIdOf } from '../../domain/id-forms.ts'
import type { PrincipalKind } from '../../domain/access/principal.ts'

const shape = /^rp_[a-z]+_(TN[0-9A-Z]{26})_[\w-]{43}$/

/** Makes a token, which names its kind and tenant readably; the rest is 256 random bits. */
export function tokenText(kind: PrincipalKind, tenantId: string): string {
  const word = kind.toLowerCase().replace('_', '')
  return `rp_${word}_${tenantId}_${randomBytes(32).toString('base64url')}`
}

/** The tenant of a token, so that it is looked up inside that tenant. */
export function tenantOfToken(token: string): string | undefined {
  const tenantId = shape.exec(token)?.[1]
  return tenantId !== undefined && isIdOf('TN', tenantId) ? tenantId : undefined
}

/** A fast hash is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string, key: Buffer | KeyObject): string {
  return createHmac('sha256', key).update(token).digest('hex')
}
