import type { Unit } from '../unit.ts'

/** From here to the commit nobody else of the tenant does what is locked under this key. */
export async function lockKey(unit: Unit, key: string): Promise<void> {
  await unit.transaction.prepared(
    'lock key',
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    [`${unit.tenantId} ${key}`],
  )
}
