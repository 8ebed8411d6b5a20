import type { Unit } from '../unit.ts'

/**
 * From here to the commit nobody else of the tenant makes what this names. It travels ahead of the
 * statement that looks for it, which then sees what the one before it has made.
 */
export function lockAhead(unit: Unit, what: string): void {
  const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
  unit.transaction.ahead('lock ahead', text, [`${unit.tenantId} ${what}`])
}
