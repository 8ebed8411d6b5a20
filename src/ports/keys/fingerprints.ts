import { createHash, createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** By which the same is known again. It is keyed, so that nobody who reads it can try out what it was. */
export function fingerprintOf({ fingerprints }: Keys, said: unknown): string {
  return createHmac('sha256', fingerprints).update(JSON.stringify(said)).digest('hex')
}

/** How fingerprints were made before they were keyed: none of these is older than a week. */
export function unkeyedFingerprintOf(said: unknown): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
