import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** From here to the commit nobody else of the tenant makes or ends administrators. */
export function lockAdministrators(unit: Unit): Promise<void> {
  return lockKey(unit, 'administrators')
}

/** From here to the commit nobody else changes what this is locked for; load it afterwards. */
export function lockOne(unit: Unit, what: 'user' | 'service-account', id: string): Promise<void> {
  return lockKey(unit, what, id)
}
