import type { KeyKind } from './ranks.ts'
import type { Unit } from './unit.ts'

const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

/** From here to the commit nobody else of the tenant does what is locked under this key. */
export async function lockKey(unit: Unit, kind: KeyKind, key = ''): Promise<void> {
  if (!unit.takes(`key ${kind}`, [key])) return
  await unit.transaction.prepared(lock, [`${unit.tenantId} ${kind} ${key}`])
}

/**
 * The same without waiting: it travels ahead of the statement that looks for what the key names,
 * which then sees what whoever had it before has made.
 */
export function lockKeyAhead(unit: Unit, kind: KeyKind, key: string): void {
  if (!unit.takes(`key ${kind}`, [key])) return
  unit.transaction.ahead(lock, [`${unit.tenantId} ${kind} ${key}`])
}
