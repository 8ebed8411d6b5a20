import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Until the commit nobody else can make a client with this number. */
export function lockIdentification(unit: Unit, normalNumber: string): Promise<void> {
  return lockKey(unit, 'client identification', normalNumber)
}

/** Until the commit nobody else can make what all clients of the tenant share. */
export function lockSharedDefaults(unit: Unit): Promise<void> {
  return lockKey(unit, 'shared defaults')
}
