import type { Unit } from '../unit.ts'

/** From here to the commit nobody else of the tenant makes or ends administrators. */
export function lockAdministrators(unit: Unit): Promise<void> {
  return lock(unit, 'administrators')
}

/** From here to the commit nobody else changes what this is locked for; load it afterwards. */
export function lockOne(unit: Unit, what: 'user' | 'service-account', id: string): Promise<void> {
  return lock(unit, `${what} ${id}`)
}

async function lock(unit: Unit, what: string): Promise<void> {
  await unit.transaction.prepared('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${unit.tenantId} ${what}`,
  ])
}
