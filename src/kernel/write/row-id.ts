import type { EntityMetadata } from '@mikro-orm/core'
import type { TableFacts } from '../../entities/table.ts'

/** Where a row stands in the journal: by itself, or with the one that it belongs to. */
export interface NamedRow {
  ownerType: string
  ownerId: string
  rowType: string
  rowId: string
}

/** The field that names a row which stands by itself. */
export function ownField({ className, properties }: EntityMetadata, { trail }: TableFacts): string {
  if (trail?.entity === className) return trail.key
  return properties['id' as never] === undefined ? 'tenantId' : 'id'
}

/** The fields that tell a row from others of its owner: its id, or the rest of its key. */
function fieldsWithin(meta: EntityMetadata, { trail }: TableFacts): readonly string[] {
  if (meta.properties['id' as never] !== undefined) return ['id']
  return (meta.primaryKeys as string[]).filter((key) => key !== 'tenantId' && key !== trail?.key)
}

/** By which the journal names a row that belongs to another. */
export function rowIdOf(
  meta: EntityMetadata,
  facts: TableFacts,
  row: Readonly<Record<string, unknown>>,
): string {
  return fieldsWithin(meta, facts)
    .map((field) => String(row[field]))
    .join(' ')
}

/** The other way round: the fields of the row that the journal names. */
export function keyOf(
  meta: EntityMetadata,
  facts: TableFacts,
  { ownerType, ownerId, rowType, rowId }: NamedRow,
): Record<string, string> {
  if (rowType === ownerType) return { [ownField(meta, facts)]: ownerId }
  const values = rowId.split(' ')
  const fields = fieldsWithin(meta, facts).map((field, at) => [field, values[at] ?? ''])
  const isWhole = fields.some(([field]) => field === 'id')
  const owner = isWhole || facts.trail === undefined ? {} : { [facts.trail.key]: ownerId }
  return { ...owner, ...(Object.fromEntries(fields) as Record<string, string>) }
}
