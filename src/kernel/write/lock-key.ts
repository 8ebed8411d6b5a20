import type { KeyKind } from './ranks.ts'
import type { Unit } from './unit.ts'

const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const lockMany = `select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) k`

/** Locks a key within the tenant until the commit. */
export async function lockKey(unit: Unit, kind: KeyKind, key = ''): Promise<void> {
  if (!unit.takes(`key ${kind}`, [key])) return
  await unit.transaction.prepared(lock, [`${unit.tenantId} ${kind} ${key}`])
}

/** The same for several at once, in one order. */
export async function lockKeys(unit: Unit, kind: KeyKind, keys: Iterable<string>): Promise<void> {
  const sorted = [...new Set(keys)].toSorted()
  if (sorted.length === 0 || !unit.takes(`key ${kind}`, sorted)) return
  await unit.transaction.prepared(lockMany, [
    sorted.map((key) => `${unit.tenantId} ${kind} ${key}`),
  ])
}

/**
 * The same without waiting for the answer: the lock is sent ahead of the statement that looks for
 * the row, which then sees what the previous holder made.
 */
export function lockKeyAhead(unit: Unit, kind: KeyKind, key: string): void {
  if (!unit.takes(`key ${kind}`, [key])) return
  const whole = `${unit.tenantId} ${kind} ${key}`
  const parts = () => [{ sorted: [whole] }]
  const together = { text: lockMany, parts, locks: [whole], inAnyScope: true as const }
  unit.transaction.ahead(lock, [whole], { together })
}
