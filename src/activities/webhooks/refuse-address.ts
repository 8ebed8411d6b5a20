import { invalid } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Told when the address is saved, and held again whenever it is connected to. */
export async function refuseAddress(unit: Unit, pointer: string, url: string): Promise<void> {
  const reason = await unit.runtime.poster.refusal(url)
  if (reason !== undefined) invalid(pointer, 'ADDRESS_REFUSED', reason)
}
