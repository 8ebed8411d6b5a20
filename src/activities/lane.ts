import {
  ArrayType,
  BigIntType,
  ChangeSetType,
  helper,
  type ChangeSet,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
} from '@mikro-orm/core'
import type { Transaction } from '../ports/database/transaction.ts'
import { changeRecorder, turnOf } from './changes.ts'

/** How the new rows of one table are written: one statement, the same for ever. */
interface Insert {
  name: string
  text: string
  columns: readonly EntityProperty[]
  version: EntityProperty | undefined
}

const rowsMax = 20
const firstVersion = 1
const inserts = new WeakMap<EntityMetadata, Insert | undefined>()

/**
 * The quick lane of a flush: where it holds nothing but new rows, they are sent by prepared
 * statements and not waited for. Answers false where the flush must go the plain way, which is
 * always right. Both lanes write what the same change sets say, recorded by the same recorder.
 */
export function sendInserts(em: EntityManager, transaction: Transaction): boolean {
  const work = em.getUnitOfWork()
  if (work.getRemoveStack().size > 0) return false
  work.computeChangeSets()
  const sets = work.getChangeSets() as ChangeSet<object>[]
  if (sets.length === 0) return true
  if (sets.length > rowsMax || !sets.every(isPlain)) return false
  const ordered = sets.toSorted((a, b) => turnOf(a) - turnOf(b))
  void changeRecorder.onFlush?.({ em, uow: work } as never)
  for (const set of ordered) {
    const { name, text, columns } = insertInto(metaOf(set))!
    const row = set.payload as Record<string, unknown>
    transaction.ahead(
      name,
      text,
      columns.map((column) => sent(row[column.name])),
    )
  }
  for (const set of ordered) settle(em, set)
  work.getPersistStack().clear()
  return true
}

const metaOf = (set: ChangeSet<object>) => set.meta as unknown as EntityMetadata

/** A new row of whose columns the database decides none but the first version. */
function isPlain(set: ChangeSet<object>): boolean {
  if (set.type !== ChangeSetType.CREATE) return false
  const insert = insertInto(metaOf(set))
  const row = set.payload as Record<string, unknown>
  if (insert === undefined) return false
  if (insert.version !== undefined && insert.version.name in row) return false
  return insert.columns.every(({ name, nullable }) => {
    const value = row[name] ?? null
    return value === null ? nullable === true : typeof value !== 'object' || value instanceof Date
  })
}

function insertInto(meta: EntityMetadata): Insert | undefined {
  if (!inserts.has(meta)) inserts.set(meta, prepared(meta))
  return inserts.get(meta)
}

function prepared(meta: EntityMetadata): Insert | undefined {
  const { tableName, versionProperty, relations, inheritanceType } = meta
  const version = meta.props.find(({ name }) => name === versionProperty)
  const columns = meta.props.filter((property) => property !== version)
  const numbered = version === undefined || version.defaultRaw === String(firstVersion)
  const known = relations.length === 0 && inheritanceType === undefined && columns.every(isKnown)
  if (!numbered || !known) return undefined
  const names = columns.map(({ fieldNames }) => `"${fieldNames[0]}"`).join(', ')
  const values = columns.map((_, at) => `$${at + 1}`).join(', ')
  return {
    name: `insert ${tableName}`,
    text: `insert into "${tableName}" (${names}) values (${values})`,
    columns,
    version,
  }
}

/** A column whose value the change set holds as the database takes it. */
function isKnown(property: EntityProperty): boolean {
  const { kind, persist, fieldNames, customType, generated, autoincrement, onCreate } = property
  const ofOurs = customType instanceof ArrayType || customType instanceof BigIntType
  return (
    kind === 'scalar' &&
    persist !== false &&
    fieldNames.length === 1 &&
    (customType === undefined || ofOurs) &&
    property.default === undefined &&
    property.defaultRaw === undefined &&
    generated === undefined &&
    autoincrement !== true &&
    onCreate === undefined
  )
}

function sent(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

/** From here on the row is one that the entity manager knows, as after a flush. */
function settle(em: EntityManager, { entity, payload, meta }: ChangeSet<object>): void {
  const version = insertInto(meta as unknown as EntityMetadata)?.version
  const known: Record<string, unknown> = { ...payload }
  if (version !== undefined) {
    known[version.name] = firstVersion
    Object.assign(entity, { [version.name]: firstVersion })
  }
  helper(entity).__initialized = true
  em.getUnitOfWork().register(entity, known as never, { refresh: true })
}
