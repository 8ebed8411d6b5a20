import { lockKey } from './lock-key.ts'
import type { Unit } from './unit.ts'

/**
 * By how much a kept balance differs from what it follows from, as one statement sees both. Whoever
 * books writes both in one transaction, so it is the same when the row is held afterwards: nobody
 * waits while many rows are added up. Only another recalculation changes it, and has its turn.
 */
export async function driftOf(unit: Unit, id: string, sql: string): Promise<bigint> {
  await lockKey(unit, 'recalculation', id)
  const [row] = await unit.transaction.prepared<{ drift: string }>(sql, [unit.tenantId, id])
  return BigInt(row?.drift ?? 0)
}
