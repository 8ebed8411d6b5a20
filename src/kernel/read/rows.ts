import type { EntityName } from '@mikro-orm/core'
import { columnsOf, restoreAmounts } from '../../ports/database/orm-seams.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { known } from '../write/known.ts'
import type { Unit } from '../write/unit.ts'

/** By field, the value that it must have, or several of which it must have one. */
export type Having<E> = { readonly [Field in keyof E]?: E[Field] | readonly E[Field][] }

/**
 * Rows that a verb asks its rules about and does not change: one prepared statement within the
 * scope of the unit, which keeps nothing of them. What the unit has not written yet is not seen.
 */
export async function rowsOf<E extends object, Field extends keyof E & string>(
  unit: Unit,
  entity: EntityName<E>,
  having: Having<NoInfer<E>>,
  fields: readonly Field[],
): Promise<Pick<E, Field>[]> {
  const meta = unit.runtime.orm.getMetadata().get(entity as EntityName<object>)
  const { table, byProperty } = columnsOf(meta)
  const column = (field: string) => {
    const found = byProperty.get(field)
    if (found === undefined) throw new Error(`${table} has no ${field}`)
    return found
  }
  const values: unknown[] = [unit.tenantId]
  const wanted = Object.entries(having).map(([field, value]) => {
    const at = `$${values.push(value)}`
    return ` and "${column(field).column}" = ${Array.isArray(value) ? `any (${at})` : at}`
  })
  const shown = fields.map((field) => `"${column(field).column}" as "${field}"`)
  const rows = await known<Row>(
    unit,
    `select ${shown.join(', ')} from "${table}"
     where tenant_id = $1${wanted.join('')} and ${unit.bound(table, values)}`,
    values,
    'id' in having,
  )
  restoreAmounts(meta, rows)
  return rows as Pick<E, Field>[]
}

/** The same rows by a field of theirs. */
export function byField<E extends object, Field extends keyof E>(
  rows: readonly E[],
  field: Field,
): ReadonlyMap<E[Field], E> {
  return new Map(rows.map((row) => [row[field], row]))
}
