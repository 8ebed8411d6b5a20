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

/**
 * Rows belong to whom they belong until the commit: others may change them, but neither move them
 * to somebody else nor remove them (`holdAlone`). For what is added to them and says whose it is.
 */
export function keepInPlace<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  ids: readonly string[],
): void {
  const { tableName } = unit.runtime.orm.getMetadata().get(entity)
  const text = `select id from ${tableName} where tenant_id = $1 and id = any($2)
     order by id for key share`
  unit.transaction.ahead(text, [unit.tenantId, ids])
}

export async function loadInPlace<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  id: string,
  pointer?: string,
): Promise<E> {
  keepInPlace(unit, entity, [id])
  return unit.load(entity, id, pointer)
}

/** The same as `hold` for rows that a condition chooses; returns their ids. */
export const holdWhere = <E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  where: string,
  values: readonly unknown[],
): Promise<string[]> => heldWhere(unit, entity, { where, values, by: 'no key update' })

/** Before rows go elsewhere: waits for who adds something to them as well, and keeps them from it. */
export const holdAlone = <E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  where: string,
  values: readonly unknown[],
): Promise<string[]> => heldWhere(unit, entity, { where, values, by: 'update' })

async function heldWhere<E extends object>(
  unit: Unit,
  entity: EntityName<E>,
  { where, values, by }: { where: string; values: readonly unknown[]; by: string },
): Promise<string[]> {
  const { tableName } = unit.runtime.orm.getMetadata().get(entity)
  const rows = await unit.transaction.prepared<Row & { id: string }>(
    `select id from ${tableName} where tenant_id = $1 and ${where} order by id for ${by}`,
    [unit.tenantId, ...values],
  )
  const ids = rows.map(({ id }) => id)
  unit.takes(tableName, ids)
  return ids
}
