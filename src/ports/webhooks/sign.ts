import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { encodedKey } from '../../domain/webhooks/signing-key.ts'

export type SigningKey = KeyObject

export function signingKey(key: string): SigningKey {
  const bytes = key.startsWith(encodedKey)
    ? Buffer.from(key.slice(encodedKey.length), 'base64')
    : Buffer.from(key, 'utf8')
  return createSecretKey(bytes)
}

/** The headers by which a receiver knows who sent it, that it is whole, and which delivery it is. */
export function signedHeaders(
  id: string,
  at: Date,
  body: string,
  keys: readonly SigningKey[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  return {
    'x-webhook-id': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
