import { invalid } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * Checked when the address is saved, and again at each connection. A name may take long to be
 * looked up: it is asked before anything was changed, and what was read before is to be read again.
 */
export async function refuseAddress(unit: Unit, pointer: string, url: string): Promise<void> {
  const reason = await unit.apart(({ poster }) => poster.refusal(url))
  if (reason !== undefined) invalid(pointer, 'ADDRESS_REFUSED', reason)
}
