import type { EntityName } from '@mikro-orm/core'
import { factsOf } from '../../entities/table.ts'
import { loadInPlace } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseMoved } from './refuse-moved.ts'

/** Whose a row is, as its table says it. */
export interface RowOwner {
  clientId: string | null
  debtorId: string | null
}

interface Table {
  readonly meta: { readonly tableName: string }
}

/** Whose the row is to the commit, in the caller's scope: who does not see it gets 404. */
export async function ownerOfRow(
  unit: Unit,
  table: Table,
  id: string,
  pointer?: string,
): Promise<RowOwner> {
  // Which of the tables it is is known only when it is asked.
  const entity = table as unknown as EntityName<Record<string, unknown>>
  const row = await loadInPlace(unit, entity, id, pointer)
  refuseMoved(row, pointer)
  const { clientColumn, debtorColumn } = factsOf(table.meta.tableName)
  const named = (column: string | undefined, field: string) => {
    const value = column === undefined ? null : row[column === 'id' ? 'id' : field]
    return value == null ? null : String(value)
  }
  return {
    clientId: named(clientColumn, 'clientId'),
    debtorId: named(debtorColumn, 'debtorId'),
  }
}
