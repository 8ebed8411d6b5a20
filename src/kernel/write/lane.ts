import { OptimisticLockError, ValidationError, type EntityMetadata } from '@mikro-orm/core'
import { kindOf, type IdKind } from '../../entities/ids.ts'
import type { Values } from '../../ports/database/orm-seams.ts'
import type { Transaction } from '../../ports/database/transaction.ts'
import { recordRows, turnOf, type Recording } from './changes.ts'
import { shapeOf, valueOf, type Shape } from './lane-shapes.ts'
import type { Taken } from './ranks.ts'
import type { RowToWrite } from './row-to-write.ts'
import { takeChanged } from './take-changed.ts'

/** From this number of rows of one shape on, one statement writes them all. */
const together = 3
const statementRowsMax = 1_000

/**
 * The one way to write: new, changed and deleted rows are sent as prepared statements, without
 * waiting for answers. A test also runs the same units through MikroORM's own flush and compares
 * every row.
 */
export function sendChanges(
  found: readonly RowToWrite[],
  recording: Recording,
  transaction: Transaction,
  taken: Taken,
): void {
  if (found.length === 0) return
  const rows = found.toSorted((a, b) => turnOf(a) - turnOf(b))
  recordRows(recording, rows)
  rows.forEach(refuseLacking)
  const { tenantId } = rows[0]!.entity as { tenantId: string }
  takeChanged(transaction, tenantId, taken, rows)
  for (const [shape, alike] of Map.groupBy(rows, shapeOf)) sendAlike(transaction, shape, alike)
  for (const row of rows) settleOne(row)
}

function sendAlike(transaction: Transaction, shape: Shape, alike: readonly RowToWrite[]): void {
  if (alike.length < together) for (const row of alike) sendOne(transaction, shape, row)
  else {
    for (let at = 0; at < alike.length; at += statementRowsMax) {
      sendMany(transaction, shape, alike.slice(at, at + statementRowsMax))
    }
  }
}

const tenantOf = ({ entity }: RowToWrite) => entity['tenantId']

function sendOne(transaction: Transaction, shape: Shape, row: RowToWrite): void {
  const values = shape.columns.map((column) => valueOf(column, row.entity, 'alone'))
  const keys = keyOf(shape, row)
  const named = keys.length === 0 ? [] : [...keys, tenantOf(row)]
  // By the time others join, the row has its next version.
  const now = { ...row.entity }
  transaction.ahead(shape.one, [...values, ...named], {
    meant: (error) => meant(error, row),
    together: { text: shape.many, parts: () => partsOf(shape, [now]) },
  })
}

function sendMany(transaction: Transaction, shape: Shape, rows: readonly RowToWrite[]): void {
  const entities = rows.map(({ entity }) => entity)
  sendLists(transaction, shape, entities, (error) => meant(error, rows[0]!))
}

function sendLists(
  transaction: Transaction,
  shape: Shape,
  entities: readonly Readonly<Values>[],
  meantBy?: (error: unknown) => unknown,
): void {
  const parts = partsOf(shape, entities)
  transaction.ahead(shape.many, parts.map(valueIn), {
    ...(meantBy && { meant: meantBy }),
    together: { text: shape.many, parts: () => parts },
  })
}

type OfMany = { list: readonly unknown[] } | { same: unknown } | { count: number }

/** What the rows give to one statement for many, perhaps beside those of others. */
function partsOf(shape: Shape, entities: readonly Readonly<Values>[]): OfMany[] {
  const lists = [...shape.columns, ...shape.keys].map((column) => ({
    list: entities.map((entity) => valueOf(column, entity, 'among')),
  }))
  const named = shape.keys.length === 0 ? [] : [{ same: entities[0]!['tenantId'] }]
  const counted = shape.counted ? [{ count: entities.length }] : []
  return [...lists, ...named, ...counted]
}

function valueIn(part: OfMany): unknown {
  if ('list' in part) return part.list
  return 'same' in part ? part.same : part.count
}

/**
 * New rows of a table whose changes are not recorded, since it is told by what they belong to: they
 * are all sent at once, and nothing knows them later.
 */
export function insertUnrecorded(
  { transaction, tenantId, newId }: Inserting,
  meta: EntityMetadata,
  rows: readonly object[],
): void {
  const shape = shapeOf({ meta, action: 'CREATED', written: [] })
  const entities = rows.map((row) => ({ ...row, tenantId, id: newId(kindOf(meta)) }))
  sendLists(transaction, shape, entities)
}

interface Inserting {
  readonly transaction: Transaction
  readonly tenantId: string
  readonly newId: (kind: IdKind) => string
}

/** The key of the existing row, and the version that it must still have. */
function keyOf({ keys }: Shape, { entity }: RowToWrite): unknown[] {
  return keys.map(({ property }) => entity[property])
}

/** If a changed row no longer has the expected version, its statement divides by zero. */
function meant(error: unknown, row: RowToWrite): unknown {
  const missed = row.action === 'UPDATED' && (error as { code?: string }).code === '22012'
  return missed ? OptimisticLockError.lockFailed(row.entity) : error
}

/** A new row without a required value is a mistake of the verb; the error names the column. */
function refuseLacking(row: RowToWrite): void {
  if (row.action !== 'CREATED') return
  for (const { property, nullable } of shapeOf(row).columns) {
    if (nullable || (row.entity[property] ?? null) !== null) continue
    throw new ValidationError(`${row.meta.className}.${property} is required`, row.entity as never)
  }
}

/** Sets the new version on the row in memory. */
function settleOne(row: RowToWrite): void {
  const { version } = shapeOf(row)
  if (version !== undefined) {
    const before = row.action === 'CREATED' ? 0 : Number(row.entity[version.property])
    row.entity[version.property] = before + 1
  }
  row.settle()
}
