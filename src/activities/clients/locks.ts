import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** From here to the commit nobody else takes on a client with this number. */
export function lockIdentification(unit: Unit, normalNumber: string): Promise<void> {
  return lockKey(unit, 'client identification', normalNumber)
}

/** From here to the commit nobody else makes what the tenant has once and its clients share. */
export function lockSharedDefaults(unit: Unit): Promise<void> {
  return lockKey(unit, 'shared defaults')
}
