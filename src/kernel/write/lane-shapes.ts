import {
  ArrayType,
  BigIntType,
  ChangeSetType,
  DateType,
  DecimalType,
  JsonType,
  type ChangeSet,
  type EntityMetadata,
  type EntityProperty,
} from '@mikro-orm/core'

export type Values = Record<string, unknown>

/** How rows of one table are written that are new, or of which the same columns changed. */
export interface Shape {
  columns: readonly EntityProperty[]
  /** Columns and properties that name a changed row: its key without the tenant, and its version. */
  keys: readonly string[]
  keyProperties: readonly string[]
  version: EntityProperty | undefined
  /** The statement for one row, its values as parameters; and for many, as one JSON text. */
  one: string
  many: string
}

const shapes = new WeakMap<EntityMetadata, Map<string, Shape | undefined>>()

/** None for what only the plain way can write. */
export function shapeOf(set: ChangeSet<object>): Shape | undefined {
  const meta = set.meta as unknown as EntityMetadata
  let known = shapes.get(meta)
  if (known === undefined) shapes.set(meta, (known = new Map()))
  const changed = set.type === ChangeSetType.UPDATE ? Object.keys(set.payload).toSorted() : []
  const key = `${set.type} ${changed.join()}`
  if (!known.has(key)) known.set(key, shapeFor(meta, set.type, changed))
  return known.get(key)
}

function shapeFor(
  meta: EntityMetadata,
  type: ChangeSetType,
  changed: readonly string[],
): Shape | undefined {
  const { versionProperty, relations, inheritanceType } = meta
  const version = meta.props.find(({ name }) => name === versionProperty)
  const numbered = version === undefined || version.defaultRaw === '1'
  const others = meta.props.filter((property) => property !== version)
  const known = relations.length === 0 && inheritanceType === undefined && others.every(isKnown)
  if (!numbered || !known) return undefined
  if (type === ChangeSetType.CREATE) return insertOf(meta, others, version)
  if (type !== ChangeSetType.UPDATE) return undefined
  const columns = others.filter(({ name }) => changed.includes(name))
  return columns.length === 0 ? undefined : updateOf(meta, columns, version)
}

const quoted = (property: EntityProperty) => `"${property.fieldNames[0]}"`

function insertOf(
  { tableName }: EntityMetadata,
  columns: readonly EntityProperty[],
  version: EntityProperty | undefined,
): Shape {
  const names = columns.map(quoted).join(', ')
  const values = columns.map((_, at) => `$${at + 1}`).join(', ')
  return {
    columns,
    keys: [],
    keyProperties: [],
    version,
    one: `insert into "${tableName}" (${names}) values (${values})`,
    many: `insert into "${tableName}" (${names}) select ${names}
      from json_populate_recordset(null::"${tableName}", $1)`,
  }
}

/** A row that is not there as it was believed ends the transaction: nothing after it may commit. */
function updateOf(
  { tableName, primaryKeys, properties }: EntityMetadata,
  columns: readonly EntityProperty[],
  version: EntityProperty | undefined,
): Shape {
  const keyProperties = [...(primaryKeys as string[])].filter((name) => name !== 'tenantId')
  if (version !== undefined) keyProperties.push(version.name)
  const columnOf = (name: string) => (properties[name as never] as EntityProperty).fieldNames[0]!
  const keys = keyProperties.map(columnOf)
  const next = version === undefined ? [] : [`${quoted(version)} = t.${quoted(version)} + 1`]
  const setOne = [...columns.map((column, at) => `${quoted(column)} = $${at + 1}`), ...next]
  const setMany = [...columns.map((column) => `${quoted(column)} = r.${quoted(column)}`), ...next]
  const tenant = columns.length + keys.length + 1
  return {
    columns,
    keys,
    keyProperties: [...keyProperties, 'tenantId'],
    version,
    one: `with changed as (update "${tableName}" t set ${setOne.join(', ')}
      where t."tenant_id" = $${tenant}${keys
        .map((key, at) => ` and t."${key}" = $${columns.length + at + 1}`)
        .join('')} returning 1)
      select 1 / count(*) from changed`,
    many: `with changed as (update "${tableName}" t set ${setMany.join(', ')}
      from json_populate_recordset(null::"${tableName}", $1) r
      where t."tenant_id" = $2${keys.map((key) => ` and t."${key}" = r."${key}"`).join('')}
      returning 1)
      select 1 / (count(*) = $3::int)::int from changed`,
  }
}

const plainTypes = [ArrayType, BigIntType, DateType, DecimalType, JsonType] as const

/** A column whose value is known here as the database takes it. */
function isKnown(property: EntityProperty): boolean {
  const { kind, persist, fieldNames, customType, generated, autoincrement, onCreate } = property
  const plain = customType === undefined || plainTypes.some((type) => customType instanceof type)
  return (
    kind === 'scalar' &&
    persist !== false &&
    fieldNames.length === 1 &&
    plain &&
    property.default === undefined &&
    property.defaultRaw === undefined &&
    generated === undefined &&
    autoincrement !== true &&
    onCreate === undefined
  )
}

/** The value as a parameter of its own, or as a part of one JSON text. */
export function valueOf(
  property: EntityProperty,
  { entity, payload }: ChangeSet<object>,
  how: 'alone' | 'among',
): unknown {
  const { name, customType } = property
  const held = (entity as Values)[name] ?? null
  if (customType instanceof JsonType) {
    return how === 'among' || held === null ? held : JSON.stringify(held)
  }
  if (customType instanceof ArrayType && how === 'among') return held
  const value = (payload as Values)[name] ?? null
  return value instanceof Date ? value.toISOString() : value
}
