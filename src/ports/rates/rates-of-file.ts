import type { Apart } from '../apart/apart.ts'
import type { RatesOfFile } from './read-rates.ts'

/** The rates that a file from outside holds. */
export async function ratesOfFile(apart: Apart, bytes: Uint8Array): Promise<RatesOfFile> {
  const { value } = await apart.do('rates', 'installation', { value: null, parts: [bytes] })
  return value as RatesOfFile
}
