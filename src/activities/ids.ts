import { v7 as uuidv7 } from 'uuid'
import { idPrefixes, type IdKind } from '../domain/ids.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A prefix and 128 bits in Crockford's base 32: sorts by time, and needs no database to be made. */
export function newId(kind: IdKind): string {
  return idPrefixes[kind] + base32(uuidv7(undefined, new Uint8Array(16)))
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text + alphabet[(value << (5 - bits)) & 31]
}
