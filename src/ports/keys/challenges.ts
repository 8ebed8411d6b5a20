import { createHmac, timingSafeEqual } from 'node:crypto'

/** A password that was right, waiting for its second factor: signed, and stored nowhere. */
export interface Challenge {
  tenantId: string
  userId: string
  expiresAt: Date
}

const shape = /^(TN[0-9A-Z]{26})\.(U[0-9A-Z]{26})\.(\d{13})\.([\w-]{43})$/

/** What a challenge claims; it holds only once its signature fits the stamp of today. */
export interface Claims extends Challenge {
  signature: string
}

/** `stamp` is what must not have changed meanwhile: the password that was right. */
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
