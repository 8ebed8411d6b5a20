import type { EntityName } from '@mikro-orm/core'
import type { Row, Transaction } from '../../ports/database/transaction.ts'
import type { Unit } from './unit.ts'

/**
 * Locks rows until the commit; others may still refer to them. Ids are locked in their order, so
 * that two units that want the same rows never deadlock.
 */
export function hold<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  ids: readonly string[],
): void {
  const { tableName } = unit.runtime.orm.getMetadata().get(entity)
  unit.takes(tableName, ids)
  // The next read on this connection waits for the lock, so this call need not.
  sendHold(unit.transaction, tableName, unit.tenantId, ids)
}

export function sendHold(
  transaction: Transaction,
  table: string,
  tenantId: string,
  ids: readonly string[],
): void {
  const text = `select id from ${table} where tenant_id = $1 and id = any($2)
     order by id for no key update`
  const parts = () => [{ same: tenantId }, { list: ids }]
  const locks = ids.map((id) => `${table} ${id}`)
  transaction.ahead(text, [tenantId, ids], { together: { text, parts, locks } })
}

/** Holds the row, and loads it as it is after all earlier holders have committed. */
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
