import type { EntityName } from '@mikro-orm/core'
import { columnsOf } from '../../ports/database/orm-seams.ts'
import type { Unit } from '../write/unit.ts'

/** Rows that a table of links ties to one owner. */
export interface Linked {
  link: EntityName<object>
  /** The column of the link that names the row, and the one that names the owner. */
  row: string
  owner: string
  ownerId: string
}

export function linkedIds(unit: Unit, { link, row, owner, ownerId }: Linked) {
  const meta = unit.runtime.orm.getMetadata().get(link)
  const column = (property: string) => columnsOf(meta).byProperty.get(property)!.column
  return unit.transaction.kysely
    .selectFrom(meta.tableName)
    .select(column(row))
    .where('tenant_id', '=', unit.tenantId)
    .where(column(owner), '=', ownerId)
}
