import type { EntityName } from '@mikro-orm/core'
import { entities, type Table } from '../../entities/all.ts'
import { factsOf, type Trail } from '../../entities/table.ts'

/** A table whose rows go where their debtor or invoice goes, and the field that names that. */
export interface Follower {
  entity: EntityName<Record<string, unknown>>
  key: string
  columns: ReadonlySet<string>
}

/** As their tables say it; the invoices themselves go first, and only those that are not booked. */
export const followers = (): readonly Follower[] =>
  entities.flatMap((entity) => {
    const { tableName } = entity.meta
    if (tableName === 'invoice' || factsOf(tableName).onMove !== 'follows') return []
    const key = keyOf(entity)
    if (key === undefined) throw new Error(`${tableName} hangs on no invoice and no debtor`)
    const columns = new Set(Object.keys(entity.meta.properties))
    // Which of the tables it is is known only when it is asked.
    return [{ entity: entity as unknown as Follower['entity'], key, columns }]
  })

/** The tables of whose rows it is the debtor for good. */
export const keepers = (): readonly string[] =>
  entities.flatMap(({ meta: { tableName } }) => {
    const { onMove } = factsOf(tableName)
    return typeof onMove === 'object' && onMove.keepsDebtor === true ? [tableName] : []
  })

/** The nearest owner: what belongs to an invoice goes with that, whosever debt it is. */
function keyOf({ meta }: Table): string | undefined {
  const { owner, trail, references = {} } = factsOf(meta.tableName)
  const owned = [owner, trail].find((each) => each !== undefined && isOfThem(each))
  const named = (table: string) =>
    Object.keys(references).find((property) => references[property] === table)
  return owned?.key ?? named('invoice') ?? named('debtor')
}

const isOfThem = ({ entity }: Trail): boolean => {
  const names = typeof entity === 'string' ? [entity] : Object.values(entity.entities)
  return names.includes('Invoice') || names.includes('Debtor')
}
