import type { EntityName } from '@mikro-orm/core'
import type { Row } from '../../ports/database/transaction.ts'
import type { Fields } from './new-row.ts'
import { foundMade, writeMade, type Made } from './pour-made.ts'
import { refuseTenantsOwn } from './refuse-tenants-own.ts'
import type { Rows } from './rows.ts'
import type { Telling } from './telling.ts'
import type { Unit } from './unit.ts'

/**
 * New rows so many that they shall not be here afterwards: they are written and told at once, in
 * what the unit commits, and it neither changes nor finds them again.
 */
export interface Pour {
  <E extends object>(entity: EntityName<E>, all: readonly Fields<NoInfer<E>>[]): Promise<void>
  /** The same of rows that a statement makes, of which not one comes here. */
  made<E extends object, T extends Row>(entity: EntityName<E>, made: Made<NoInfer<E>>): Promise<T[]>
}

export function pouring(unit: Unit, rows: Rows, telling: Telling): Pour {
  const isByOrm = () => unit.runtime.lane !== undefined
  const pour = async <E extends object>(entity: EntityName<E>, all: readonly Fields<E>[]) => {
    if (isByOrm()) for (const row of all) unit.add(entity, row as never)
    await unit.flush()
    if (isByOrm()) return
    const changes = rows.pour(rows.metaOf(entity), all)
    refuseTenantsOwn(unit.scope, changes)
    await telling.ahead(changes)
  }
  const made = async <E extends object, T extends Row>(
    entity: EntityName<E>,
    of: Made<E>,
  ): Promise<T[]> => {
    await unit.flush()
    const meta = rows.metaOf(entity)
    if (isByOrm()) {
      const found = await foundMade<E, T>(unit, meta, of)
      for (const row of found.rows) unit.add(entity, row as never)
      return found.told
    }
    refuseTenantsOwn(unit.scope, [{ meta, action: 'CREATED', entity: { ...of.alike }, fields: {} }])
    return telling.made((author) => writeMade<E, T>(unit, meta, of, author))
  }
  return Object.assign(pour, { made })
}
