import {
  ChangeSetType,
  helper,
  OptimisticLockError,
  type ChangeSet,
  type EntityManager,
} from '@mikro-orm/core'
import type { Transaction } from '../../ports/database/transaction.ts'
import { changeRecorder, turnOf } from './changes.ts'
import { shapeOf, valueOf, type Shape, type Values } from './lane-shapes.ts'

/** From so many rows of one shape on, one statement takes them all. */
const together = 3
const statementRowsMax = 1_000

/**
 * The quick lane of a flush: where it holds new and changed rows alone, they are sent by prepared
 * statements and not waited for. Answers false where the flush must go the plain way, which is
 * always right. Both lanes write what the same change sets say, recorded by the same recorder.
 */
export function sendQuickly(em: EntityManager, transaction: Transaction): boolean {
  const work = em.getUnitOfWork()
  if (work.getRemoveStack().size > 0) return false
  work.computeChangeSets()
  const sets = work.getChangeSets() as ChangeSet<object>[]
  work.clearActionsQueue()
  if (sets.length === 0) return true
  if (!sets.every(isPlain)) return false
  void changeRecorder.onFlush?.({ em, uow: work } as never)
  const ordered = sets.toSorted((a, b) => turnOf(a) - turnOf(b))
  for (const [shape, alike] of byShape(ordered)) {
    if (alike.length < together) for (const set of alike) sendOne(transaction, shape, set)
    else {
      for (let at = 0; at < alike.length; at += statementRowsMax) {
        sendMany(transaction, shape, alike.slice(at, at + statementRowsMax))
      }
    }
  }
  for (const set of ordered) settle(em, set)
  work.getPersistStack().clear()
  return true
}

/** Alike are rows of one table that are new, or of which the same columns changed. */
function byShape(ordered: readonly ChangeSet<object>[]): Map<Shape, ChangeSet<object>[]> {
  const groups = new Map<Shape, ChangeSet<object>[]>()
  for (const set of ordered) {
    const shape = shapeOf(set)!
    const group = groups.get(shape)
    if (group === undefined) groups.set(shape, [set])
    else group.push(set)
  }
  return groups
}

function sendOne(transaction: Transaction, shape: Shape, set: ChangeSet<object>): void {
  const values = shape.columns.map((property) => valueOf(property, set, 'alone'))
  transaction.ahead(shape.one, [...values, ...keyOf(shape, set)], (error) => meant(error, set))
}

function sendMany(
  transaction: Transaction,
  shape: Shape,
  sets: readonly ChangeSet<object>[],
): void {
  const rows = sets.map((set) => {
    const row: Values = {}
    for (const property of shape.columns) {
      row[property.fieldNames[0]!] = valueOf(property, set, 'among')
    }
    const key = keyOf(shape, set)
    shape.keys.forEach((column, at) => (row[column] = key[at]))
    return row
  })
  const { tenantId } = sets[0]!.entity as { tenantId: string }
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const values = shape.keys.length === 0 ? [text] : [text, tenantId, rows.length]
  transaction.ahead(shape.many, values, (error) => meant(error, sets[0]!))
}

/** What names the row that is changed, and the version it must still have. */
function keyOf({ keyProperties }: Shape, { entity }: ChangeSet<object>): unknown[] {
  return keyProperties.map((name) => (entity as Values)[name])
}

/** A changed row that is not there as it was believed divides by zero: see the statements. */
function meant(error: unknown, { entity, type }: ChangeSet<object>): unknown {
  const missed = type === ChangeSetType.UPDATE && (error as { code?: string }).code === '22012'
  return missed ? OptimisticLockError.lockFailed(entity) : error
}

function isPlain(set: ChangeSet<object>): boolean {
  const shape = shapeOf(set)
  if (shape === undefined) return false
  const row = set.payload as Values
  if (shape.version !== undefined && shape.version.name in row) return false
  if (set.type === ChangeSetType.UPDATE) return true
  return shape.columns.every(({ name, nullable }) => (row[name] ?? null) !== null || nullable)
}

/** From here on the row is one that the entity manager knows, as after a flush. */
function settle(em: EntityManager, set: ChangeSet<object>): void {
  const { entity } = set
  const { version } = shapeOf(set)!
  if (version !== undefined) {
    const before = set.type === ChangeSetType.CREATE ? 0 : Number((entity as Values)[version.name])
    Object.assign(entity, { [version.name]: before + 1 })
  }
  const wrapped = helper(entity)
  wrapped.__initialized = true
  const known = em.getComparator().prepareEntity(entity)
  em.getUnitOfWork().register(entity, known, { refresh: true })
}
