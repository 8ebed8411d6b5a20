import type { EntityName } from '@mikro-orm/core'
import type { Row } from '../../ports/database/transaction.ts'
import type { Unit } from './unit.ts'

/**
 * Rows that nobody else changes until the commit, though others may refer to them; in the order of
 * their ids, so that two who want the same ones never wait for each other.
 */
export function hold<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  ids: readonly string[],
): void {
  const { tableName } = unit.runtime.orm.getMetadata().get(entity)
  unit.takes(tableName, ids)
  // Whatever is read next waits for it, so nobody else has to.
  unit.transaction.ahead(holdStatement(tableName), [unit.tenantId, ids])
}

export const holdStatement = (table: string) =>
  `select id from ${table} where tenant_id = $1 and id = any($2) order by id for no key update`

/** The row as it is once everybody before us is done with it. */
export async function loadHeld<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  id: string,
  pointer?: string,
): Promise<E> {
  hold(unit, entity, [id])
  return unit.load(entity, id, pointer)
}

/** The same for rows that a condition chooses; returns their ids. */
export async function holdWhere<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  where: string,
  values: readonly unknown[],
): Promise<string[]> {
  const { tableName } = unit.runtime.orm.getMetadata().get(entity)
  const rows = await unit.transaction.prepared<Row & { id: string }>(
    `select id from ${tableName} where tenant_id = $1 and ${where}
     order by id for no key update`,
    [unit.tenantId, ...values],
  )
  const ids = rows.map(({ id }) => id)
  unit.takes(tableName, ids)
  return ids
}
