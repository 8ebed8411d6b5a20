import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Until the commit nobody else of the tenant can add or remove administrators. */
export function lockAdministrators(unit: Unit): Promise<void> {
  return lockKey(unit, 'administrators')
}

/** Until the commit nobody else changes what is locked; load it after the lock. */
export function lockOne(unit: Unit, what: 'user' | 'service-account', id: string): Promise<void> {
  return lockKey(unit, what, id)
}
