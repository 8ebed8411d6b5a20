import type { DayRate } from '../../domain/system/exchange-rate.ts'
import type { Apart } from '../apart/apart.ts'

/** The rates that a file from outside holds. */
export async function ratesOfFile(apart: Apart, bytes: Uint8Array): Promise<DayRate[]> {
  const { value } = await apart.do('rates', 'installation', { value: null, parts: [bytes] })
  return value as DayRate[]
}
