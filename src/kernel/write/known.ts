import { isNarrowed, markOfScope } from '../../domain/access/scope.ts'
import type { EntityMetadata, EntityName } from '@mikro-orm/core'
import { columnsOf, type Values } from '../../ports/database/orm-seams.ts'
import type { Fact } from '../../ports/database/recent.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { headOf, rowOf } from './read-row.ts'
import type { Unit } from './unit.ts'

/** What the scope adds to the words under which an answer is noted. */
export const underScope = ({ scope }: Pick<Unit, 'scope'>): string[] =>
  isNarrowed(scope) ? markOfScope(scope).map(String) : []

/**
 * Rows that a verb asks its rules about, and which hardly ever change: as by `Unit.ask`, for
 * statements with any number of rows. Their first value is the tenant. `byIds`: what grows is asked
 * for by ids of rows that are there.
 */
export function known<R extends Row>(
  unit: Unit,
  text: string,
  values: readonly unknown[],
  byIds = false,
): Promise<R[]> {
  const under = [...underScope(unit), JSON.stringify(values)]
  return unit.transaction.known(text, values, under, byIds)
}

/** For the verb that comes next, which may hold the row in one trip. */
export function remember<E extends { id: string }>(
  { runtime, transaction }: Unit,
  entity: EntityName<E>,
  row: E,
): void {
  const meta = runtime.orm.getMetadata().get(entity as EntityName<object>)
  transaction.remember(heldFact(meta), row.id, row)
}

const facts = new WeakMap<EntityMetadata, Fact<Values>>()

/** That a row has the version that it had when this process wrote it; the row is held then. */
export function heldFact(meta: EntityMetadata): Fact<Values> {
  let fact = facts.get(meta)
  if (fact === undefined) {
    const { table, version } = columnsOf(meta)
    if (version === undefined) throw new Error(`what ${table} was is told by no version`)
    const { column, property } = version
    fact = {
      guard: (within) => `with held as (
          select id, ${column} from ${table} where tenant_id = $1 and id = any($2::uuid[])${within}
          order by id for no key update)
        select 1 / (count(*) = cardinality($2::uuid[]))::int as same
        from held join unnest($2::uuid[], $3::int[]) k (id, ${column}) using (id, ${column})`,
      takes: 3,
      compared: (row) => [row[property]],
      lockOf: (id) => `${table} ${id}`,
      read: `${headOf(meta)} and id = any($2::uuid[])`,
      valueOf: (row) => rowOf(meta, row),
    }
    facts.set(meta, fact)
  }
  return fact
}
