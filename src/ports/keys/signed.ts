import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a text that we give away to get it back; the first part says what it is for. */
export const signed = (key: Buffer, parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(parts.join('\0')).digest('base64url')

/** Compared in a time that says nothing of where they differ. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
