import { createHmac, randomBytes, type KeyObject } from 'node:crypto'
import type { PrincipalKind } from '../../domain/access/principal.ts'

const shape = /^rp_[a-z]+_(TN[0-9A-Z]{26})_[\w-]{43}$/

/** A token as it is shown: it names its kind and tenant openly and is else 256 random bits. */
export function tokenText(kind: PrincipalKind, tenantId: string): string {
  const word = kind.toLowerCase().replace('_', '')
  return `rp_${word}_${tenantId}_${randomBytes(32).toString('base64url')}`
}

/** The tenant that a token names, so that its look-up stays inside that tenant. */
export function tenantOfToken(token: string): string | undefined {
  return shape.exec(token)?.[1]
}

/** Fast, because there are 256 random bits behind it: there is nothing to guess slowly. */
export function hashToken(token: string, key: Buffer | KeyObject): string {
  return createHmac('sha256', key).update(token).digest('hex')
}
