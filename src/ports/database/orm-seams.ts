import {
  ArrayType,
  BigIntType,
  ChangeSetType,
  DateType,
  DecimalType,
  helper,
  JsonType,
  type ChangeSet,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
  type MikroORM,
} from '@mikro-orm/core'

/*
 * All that the platform takes from MikroORM beyond what it promises. It is pinned to one version,
 * and test/kernel/orm-seams.test.ts says what must be true of the next.
 */

export type Values = Record<string, unknown>

/** How the database takes and gives the values of a column. */
export type ColumnKind = 'amount' | 'list' | 'json' | 'id' | 'tenant' | 'plain'

export interface Column {
  property: string
  column: string
  kind: ColumnKind
  /** As the database calls it, without a length: to which a cast would cut what is too long. */
  type: string
  nullable: boolean
  /** Never shown, and masked in what is told of a change. */
  hidden: boolean
}

export interface Columns {
  table: string
  all: readonly Column[]
  amounts: readonly Column[]
  byProperty: ReadonlyMap<string, Column>
  /** The properties of the key, the tenant's among them. */
  keys: readonly string[]
  /** What counts the changes of a row, and is not written by anybody. */
  version: Column | undefined
}

const known = new WeakMap<object, Columns>()

/** The columns of a table, each of one property. */
export function columnsOf(of: object): Columns {
  let columns = known.get(of)
  if (columns === undefined) known.set(of, (columns = readColumns(of as EntityMetadata)))
  return columns
}

function readColumns(meta: EntityMetadata): Columns {
  const { tableName, relations, inheritanceType, versionProperty } = meta
  if (relations.length > 0 || inheritanceType !== undefined) {
    throw new Error(`${tableName} has relations or heirs, which nothing here writes`)
  }
  const all = meta.props.map((property) => columnOf(tableName, property))
  const byProperty = new Map(all.map((column) => [column.property, column]))
  const keys = meta.primaryKeys as string[]
  const amounts = all.filter(({ kind }) => kind === 'amount')
  const version = byProperty.get(versionProperty)
  return { table: tableName, all, amounts, byProperty, keys, version }
}

function columnOf(table: string, property: EntityProperty): Column {
  const { name, kind, persist, fieldNames, generated, autoincrement, onCreate } = property
  const isVersion = property.version === true && property.defaultRaw === '1'
  const isGiven = property.default === undefined && property.defaultRaw === undefined
  const [column] = fieldNames
  const plain = kind === 'scalar' && persist !== false && fieldNames.length === 1
  const isMade = generated !== undefined || autoincrement === true || onCreate !== undefined
  if (!plain || column === undefined || isMade || !(isGiven || isVersion)) {
    throw new Error(`${table}.${name} is no column whose values are given here`)
  }
  return {
    property: name,
    column,
    kind: kindOf(table, property),
    type: typeOf(property),
    nullable: property.nullable === true,
    hidden: property.hidden === true,
  }
}

function typeOf({ columnTypes: [type = 'text'] }: EntityProperty): string {
  const plain = type.replace(/\(.*\)/, '')
  return /^(?:var)?char/.test(plain) ? plain.replace(/^[a-z ]+/, 'text') : plain
}

function kindOf(table: string, property: EntityProperty): ColumnKind {
  const { name, customType, columnTypes } = property
  if (name === 'tenantId') return 'tenant'
  if (columnTypes?.[0] === 'uuid') return 'id'
  if (customType instanceof BigIntType && customType.mode === 'bigint') return 'amount'
  if (customType instanceof ArrayType) return 'list'
  if (customType instanceof JsonType) return 'json'
  const asIs = [BigIntType, DateType, DecimalType] as const
  if (customType === undefined || asIs.some((type) => customType instanceof type)) return 'plain'
  throw new Error(`${table}.${name} is of a type whose values are not known here`)
}

export type RowAction = 'CREATED' | 'UPDATED' | 'DELETED'

/** One row that is new, changed or going, as the unit of work found it. */
export type ChangedRow = ChangeSet<object>

export function actionOf({ type }: ChangedRow): RowAction {
  if (type === ChangeSetType.CREATE) return 'CREATED'
  return type === ChangeSetType.DELETE || type === ChangeSetType.DELETE_EARLY
    ? 'DELETED'
    : 'UPDATED'
}

export const metaOf = ({ meta }: ChangedRow) => meta as unknown as EntityMetadata

/** What a row was, as it was read: lists and objects as the text that the database has of them. */
export function valueBefore(
  row: ChangedRow,
  { property, kind }: Column,
  em: EntityManager,
): unknown {
  const value = ((row.originalEntity ?? {}) as Values)[property]
  if (typeof value !== 'string') return value
  if (kind === 'json') return JSON.parse(value)
  // What was read anew has amounts as the driver gives them.
  if (kind === 'amount') return BigInt(value)
  return kind === 'list' ? em.getPlatform().unmarshallArray(value) : value
}

/** All that has changed since the last flush; the unit of work has found it then. */
export function changedRows(em: EntityManager): ChangedRow[] {
  const work = em.getUnitOfWork()
  work.computeChangeSets()
  work.clearActionsQueue()
  return work.getChangeSets() as ChangedRow[]
}

/** What was changed since it was found changes with the rest of its row. */
export function recompute(em: EntityManager, { entity }: ChangedRow): void {
  em.getUnitOfWork().recomputeSingleChangeSet(entity)
}

/** From here on the row is one that the entity manager knows, as after a flush; or no more. */
export function settle(em: EntityManager, row: ChangedRow): void {
  const { entity } = row
  const work = em.getUnitOfWork()
  if (actionOf(row) === 'DELETED') return work.unsetIdentity(entity)
  const wrapped = helper(entity)
  wrapped.__initialized = true
  work.register(entity, writtenOf(em, row), { refresh: true })
}

/** A row that the entity manager has not seen so far, as it was just read or written. */
export function adopt(em: EntityManager, entity: object): void {
  helper(entity).__initialized = true
  const asIs = em.getComparator().prepareEntity(entity)
  em.getUnitOfWork().register(entity, asIs, { refresh: true })
}

/** An object like those of the entity manager, which sees nothing of it for now. */
export const newRowOf = (meta: EntityMetadata): Values =>
  Object.create(meta.prototype as object) as Values

/** What is to be written of a table is written before the entity manager reads from it. */
export function flushBeforeReads(
  em: EntityManager,
  hasNews: (meta: EntityMetadata) => boolean,
): void {
  const work = em.getUnitOfWork()
  const plain = work.shouldAutoFlush.bind(work)
  work.shouldAutoFlush = (meta) => hasNews(meta) || plain(meta)
}

/** Whether the entity manager would write before it reads from this table. */
export const isToBeFlushed = (em: EntityManager, meta: EntityMetadata): boolean =>
  em.getUnitOfWork().shouldAutoFlush(meta)

/** What the row is compared with from here on: of a new one what was written, and its version. */
function writtenOf(em: EntityManager, row: ChangedRow) {
  const { entity, payload } = row
  if (actionOf(row) !== 'CREATED') return em.getComparator().prepareEntity(entity)
  const { version } = columnsOf(row.meta)
  if (version === undefined) return payload
  return Object.assign(payload, { [version.property]: (entity as Values)[version.property] })
}

export function settled(em: EntityManager): void {
  em.getUnitOfWork().getPersistStack().clear()
  em.getUnitOfWork().getRemoveStack().clear()
}

/** Whether a row that was loaded is no longer as it was. */
export function isChanged(em: EntityManager, row: object): boolean {
  const { __meta: meta, __originalEntityData: before = {} } = helper(row)
  const comparator = em.getComparator()
  const differs = comparator.diffEntities(meta.class, before, comparator.prepareEntity(row))
  return Object.keys(differs).length > 0
}

/** What is read anew keeps the text that the driver gave for an amount. */
export function restoreAmounts(meta: object, rows: readonly object[]): void {
  for (const { property } of columnsOf(meta).amounts) {
    for (const row of rows as Values[]) {
      if (typeof row[property] === 'string') row[property] = BigInt(row[property])
    }
  }
}

/** The unit of work's own flush writes tables in this order, since it knows of no foreign keys. */
export function writeInOrder(em: EntityManager, placeOf: (meta: EntityMetadata) => number): void {
  const work = em.getUnitOfWork() as unknown as { getCommitOrder(): EntityMetadata[] }
  const unordered = work.getCommitOrder.bind(work)
  work.getCommitOrder = () => unordered().toSorted((a, b) => placeOf(a) - placeOf(b))
}

export type Send = (query: unknown, params: unknown, on: unknown) => Promise<Values[] | undefined>

/** Reads of the unit of work are sent by somebody else, where they can be. */
export function sendReadsBy(orm: MikroORM, send: Send): void {
  const connection = orm.em.getDriver().getConnection()
  const plain = connection.execute.bind(connection) as (...all: unknown[]) => Promise<unknown>
  const execute = async (query: unknown, params: unknown, method: unknown, ...more: unknown[]) => {
    const rows = await send(query, params, more[0])
    if (rows === undefined) return plain(query, params, method, ...more)
    return method === 'get' ? rows[0] : rows
  }
  connection.execute = execute as typeof connection.execute
}
