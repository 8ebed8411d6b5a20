import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'

/** Where a secret is stored; it cannot be decrypted in another row, column or tenant. */
export interface SecretPlace {
  tenantId: string
  table: string
  column: string
  id: string
}

const algorithm = 'aes-256-gcm'
const authTagLength = 16

const placeOf = ({ tenantId, table, column, id }: SecretPlace) =>
  Buffer.from([tenantId, table, column, id].join('|'))

/** Encrypted at rest, as `v1.<key id>.<iv>.<ciphertext>.<tag>`. */
export function encryptSecret(
  keys: Pick<Keys, 'id' | 'secrets'>,
  secret: Buffer,
  place: SecretPlace,
): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, keys.secrets, iv, { authTagLength })
  cipher.setAAD(placeOf(place))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  const parts = [iv, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return ['v1', keys.id, ...parts].join('.')
}

export function decryptSecret(keys: Pick<Keys, 'of'>, text: string, place: SecretPlace): Buffer {
  const [version, keyId = '', ...parts] = text.split('.')
  const key = keys.of(keyId)
  if (version !== 'v1' || key === undefined || parts.length !== 3) {
    throw new Error(`a secret in ${place.table} belongs to another key`)
  }
  const [iv, encrypted, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const decipher = createDecipheriv(algorithm, key.secrets, iv, { authTagLength })
  decipher.setAAD(placeOf(place))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}

/** The id of the master key that a value was sealed by. */
export const sealedBy = (text: string): string | undefined => /^v1\.([0-9a-f]{8})\./.exec(text)?.[1]
