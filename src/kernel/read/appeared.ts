import type { EntityMetadata, FilterQuery } from '@mikro-orm/core'
import type { Changelog } from '../../entities/journal.ts'
import { factsOf } from '../../entities/table.ts'
import { bookkeeping, shownOf } from '../write/changes.ts'
import { besideOf, isEmpty } from '../write/records.ts'
import { keyOf, type NamedRow } from '../write/row-id.ts'
import type { Unit } from '../write/unit.ts'
import { jsonOf } from '../../ports/database/values.ts'
import { columnsOf } from '../../ports/database/orm-seams.ts'
import type { Row } from '../../ports/database/transaction.ts'

type State = Record<string, unknown>

/** What the journal has of one row, the latest first. */
export interface Step extends NamedRow {
  id: string
  at: Date
  rowVersion: number | null
  entity: string
  action: 'CREATED' | 'UPDATED' | 'DELETED'
  changes: State | null
  kept: State | null
}

/**
 * What rows were when they appeared, by the ids of these changes. The journal does not repeat what
 * a row says itself: later changes are undone, from what the row is now or was when it went.
 */
export async function statesAtFirst(
  unit: Unit,
  changes: readonly Changelog[],
): Promise<ReadonlyMap<string, State>> {
  const asked = changes.filter(({ action, changes: known }) => action === 'CREATED' && !known)
  if (asked.length === 0) return new Map()
  // A row may have gone to another client since, which the caller does not see.
  return unit.widened(async () => {
    const byRow = Map.groupBy(await stepsOf(unit, asked), rowOf)
    const present = await presentOf(
      unit,
      [...byRow.values()].map(([last]) => last!),
    )
    const states = new Map<string, State>()
    for (const [row, steps] of byRow) undo(steps, present.get(row) ?? unknown, states)
    return states
  })
}

const rowOf = ({ rowType, rowId, ownerId }: NamedRow) => JSON.stringify([rowType, rowId, ownerId])

/** All changes of these rows from a version on, the latest first. */
export async function stepsOf(unit: Unit, asked: readonly NamedRow[], from = 0): Promise<Step[]> {
  const rows = new Set(asked.map(rowOf))
  const steps = await unit.transaction.prepared<Step & Row>(
    `select id, entity, action, changes, kept, at, row_version as "rowVersion", row_type as "rowType", row_id as "rowId",
       owner_type as "ownerType", owner_id as "ownerId"
     from changelog where tenant_id = $1 and owner_id = any ($2)
       and coalesce(row_version, $3) >= $3
     order by row_version desc nulls last, id desc`,
    [unit.tenantId, [...new Set(asked.map(({ ownerId }) => ownerId))], from],
  )
  return steps.filter((step) => rows.has(rowOf(step)))
}

const isPart = ({ entity, rowType }: Step) => entity !== rowType

/** What a part was stands under its name, and what changed of it by sides. */
function stateIn(step: Step): State {
  const state = isPart(step) ? step.changes?.[step.rowType] : step.changes
  return (state ?? {}) as State
}

function beforeIn(step: Step): State {
  const changed = stateIn(step)
  if (!isPart(step)) {
    const fields = Object.entries(changed as Record<string, { from?: unknown }>)
    return Object.fromEntries(fields.map(([field, { from }]) => [field, from]))
  }
  const { from, to } = changed as { from: State; to: State }
  return Object.fromEntries(
    [...Object.keys(from), ...Object.keys(to)].map((field) => [field, from[field]]),
  )
}

/** What a row was before these changes of it, which are its last ones. */
export async function stateBefore(
  unit: Unit,
  named: NamedRow,
  steps: readonly Step[],
): Promise<Present> {
  const present = (await presentOf(unit, [named])).get(rowOf(named)) ?? unknown
  const { state, unrecorded, beside, isGone } = present
  const was = steps.reduce(before, state)
  return { state: isGone ? { ...state, ...was } : was, unrecorded, beside, isGone }
}

const before = (state: State, step: Step): State =>
  step.action === 'DELETED'
    ? stateIn(step)
    : step.action === 'UPDATED'
      ? { ...state, ...beforeIn(step) }
      : {}

function undo(
  steps: readonly Step[],
  { state: present, beside, unrecorded }: Present,
  states: Map<string, State>,
): void {
  let state = present
  for (const step of steps) {
    if (step.action === 'CREATED') {
      const { changes, kept } = step
      const recorded = Object.entries(state).filter(([field]) => !unrecorded.includes(field))
      const told = Object.fromEntries(
        [...recorded, ...Object.entries(kept ?? {})].filter(
          ([field, value]) => !isEmpty(value) && (isPart(step) || !beside.includes(field)),
        ),
      )
      if (changes === null) states.set(step.id, isPart(step) ? { [step.rowType]: told } : told)
    }
    state = before(state, step)
  }
}

const unknown: Present = { state: {}, beside: [], unrecorded: [], isGone: true }

interface Present {
  state: State
  /** The fields that are shown beside the state of such rows. */
  beside: readonly string[]
  /** The fields that statements change without a record. */
  unrecorded: readonly string[]
  /** There is no such row any more, and its state is its key alone. */
  isGone: boolean
}

/** The rows as they are now, with what is hidden masked; of those that are gone at least the key. */
async function presentOf(
  unit: Unit,
  named: readonly NamedRow[],
): Promise<ReadonlyMap<string, Present>> {
  const present = new Map<string, Present>()
  for (const [kind, alike] of Map.groupBy(named, ({ rowType }) => rowType)) {
    const meta = metaOf(unit, kind)
    if (meta === undefined) continue
    const facts = factsOf(meta.tableName)
    const keys = alike.map((row) => keyOf(meta, facts, row))
    const where: unknown = { $or: keys }
    const rows = (await unit.all(meta.class, where as FilterQuery<object>)) as State[]
    const byKey = new Map(rows.map((row) => [keyText(keys[0]!, row), row]))
    const { unrecorded = [] } = facts
    const beside = besideOf(facts)
    alike.forEach((one, at) => {
      const row = byKey.get(keyText(keys[0]!, keys[at]!))
      const state = row === undefined ? keys[at]! : stateOf(meta, row)
      present.set(rowOf(one), { state, beside, unrecorded, isGone: row === undefined })
    })
  }
  return present
}

const keyText = (fields: object, row: State) =>
  Object.keys(fields)
    .map((field) => String(row[field]))
    .join(' ')

/** None of a kind of row that there is no more. */
function metaOf(unit: Unit, kind: string): EntityMetadata<object> | undefined {
  const all = [...unit.runtime.orm.getMetadata().getAll().values()]
  return all.find(({ className }) => className === kind) as EntityMetadata<object> | undefined
}

/** Of a state that the journal stores: as text what is exact, without what the kernel counts. */
function stateOf(meta: EntityMetadata, row: State): State {
  const fields = columnsOf(meta).all.filter(({ property }) => !bookkeeping.has(property))
  const state = fields.map((column) => [column.property, shownOf(column, row[column.property])])
  return JSON.parse(jsonOf(Object.fromEntries(state))) as State
}
