import { invalid } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Checked when the address is saved, and again at each connection. */
export async function refuseAddress(unit: Unit, pointer: string, url: string): Promise<void> {
  const reason = await unit.runtime.poster.refusal(url)
  if (reason !== undefined) invalid(pointer, 'ADDRESS_REFUSED', reason)
}
