import type { EntityName } from '@mikro-orm/core'
import type { Fields } from './new-row.ts'
import { refuseTenantsOwn } from './refuse-tenants-own.ts'
import type { Rows } from './rows.ts'
import type { Telling } from './telling.ts'
import type { Unit } from './unit.ts'

export type Pour = <E extends object>(
  entity: EntityName<E>,
  all: readonly Fields<NoInfer<E>>[],
) => Promise<void>

/**
 * New rows so many that they shall not be here afterwards: they are written and told at once, in
 * what the unit commits, and it neither changes nor finds them again.
 */
export function pouring(unit: Unit, rows: Rows, telling: Telling): Pour {
  return async (entity, all) => {
    const byOrm = unit.runtime.lane !== undefined
    if (byOrm) for (const row of all) unit.add(entity, row)
    await unit.flush()
    if (byOrm) return
    const changes = rows.pour(rows.metaOf(entity), all)
    refuseTenantsOwn(unit.scope, changes)
    await telling.ahead(changes)
  }
}
