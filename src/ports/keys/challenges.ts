import { createHmac, timingSafeEqual } from 'node:crypto'

/** Proof of a right password until the second factor is sent: signed, and not stored. */
export interface Challenge {
  tenantId: string
  userId: string
  expiresAt: Date
}

const shape = /^(TN[0-9A-Z]{26})\.(U[0-9A-Z]{26})\.(\d{13})\.([\w-]{43})$/

/** The content of a challenge; valid only if its signature fits the present stamp. */
export interface Claims extends Challenge {
  signature: string
}

/** `stamp` must not change until the second factor: it follows from the password. */
export function challengeText(key: Buffer, challenge: Challenge, stamp: string): string {
  const { tenantId, userId, expiresAt } = challenge
  return [tenantId, userId, expiresAt.getTime(), sign(key, challenge, stamp)].join('.')
}

export function readChallenge(text: string): (Challenge & { signature: string }) | undefined {
  const [, tenantId = '', userId = '', expires = '', signature = ''] = shape.exec(text) ?? []
  if (signature === '') return undefined
  return { tenantId, userId, expiresAt: new Date(Number(expires)), signature }
}

export function challengeHolds(key: Buffer, challenge: Claims, stamp: string, now: Date): boolean {
  const right = Buffer.from(sign(key, challenge, stamp))
  const given = Buffer.from(challenge.signature)
  const fits = given.length === right.length && timingSafeEqual(given, right)
  return fits && challenge.expiresAt > now
}

function sign(key: Buffer, { tenantId, userId, expiresAt }: Challenge, stamp: string): string {
  return createHmac('sha256', key)
    .update(['login-challenge', tenantId, userId, expiresAt.getTime(), stamp].join('\0'))
    .digest('base64url')
}
