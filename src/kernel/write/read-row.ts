import type { EntityMetadata } from '@mikro-orm/core'
import { columnsOf, newRowOf, restoreAmounts, type Values } from '../../ports/database/orm-seams.ts'

const heads = new WeakMap<EntityMetadata, string>()

/** How a statement begins that reads whole rows of the tenant. */
export function headOf(meta: EntityMetadata): string {
  let head = heads.get(meta)
  if (head === undefined) {
    const { table, all } = columnsOf(meta)
    const columns = all.map(({ column, property }) => `"${column}" as "${property}"`)
    head = `select ${columns.join()} from "${table}" where tenant_id = $1`
    heads.set(meta, head)
  }
  return head
}

/** The row as verbs have it. */
export function rowOf(meta: EntityMetadata, found: Values): Values {
  const row = Object.assign(newRowOf(meta), found)
  restoreAmounts(meta, [row])
  return row
}
