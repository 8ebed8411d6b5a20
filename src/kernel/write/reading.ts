import type { EntityMetadata } from '@mikro-orm/core'
import { columnsOf, newRowOf, restoreAmounts, type Values } from '../../ports/database/orm-seams.ts'
import { boundText, type Bound } from './bound.ts'

/** What names one row: its id, or the fields of another key, each with its value. */
export type Key<E> = {
  [Field in keyof E]?: Extract<E[Field], string | number | boolean>
}

const heads = new WeakMap<EntityMetadata, string>()

function headOf(meta: EntityMetadata): string {
  let head = heads.get(meta)
  if (head === undefined) {
    const { table, all } = columnsOf(meta)
    const columns = all.map(({ column, property }) => `"${column}" as "${property}"`)
    head = `select ${columns.join()} from "${table}" where tenant_id = $1`
    heads.set(meta, head)
  }
  return head
}

/** The statement that reads one row of the tenant, within what is bound. */
export function readingOf(
  meta: EntityMetadata,
  key: Values,
  tenantId: string,
  bound: Bound | undefined,
): { text: string; values: unknown[] } {
  const { byProperty } = columnsOf(meta)
  const values: unknown[] = [tenantId]
  let text = headOf(meta)
  for (const [property, value] of Object.entries(key)) {
    text += ` and "${byProperty.get(property)!.column}" = $${values.push(value)}`
  }
  if (bound !== undefined) text += ` and ${boundText(bound, values)}`
  return { text: `${text} limit 1`, values }
}

/** The row as verbs have it. */
export function rowOf(meta: EntityMetadata, found: Values): Values {
  const row = Object.assign(newRowOf(meta), found)
  restoreAmounts(meta, [row])
  return row
}
