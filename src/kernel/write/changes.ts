import type {
  EntityManager,
  EntityMetadata,
  EventSubscriber,
  FlushEventArgs,
} from '@mikro-orm/core'
import { entities } from '../../entities/all.ts'
import {
  actionOf,
  columnsOf,
  metaOf,
  recompute,
  valueBefore,
  writeInOrder,
  type ChangedRow,
  type Column,
  type RowAction,
} from '../../ports/database/orm-seams.ts'

/** One row's change as the flush saw it; changelog and events are made from this. */
export interface Change {
  meta: EntityMetadata
  action: RowAction
  entity: Record<string, unknown>
  fields: Record<string, { from?: unknown; to?: unknown }>
}

const masked = '•••'
/** Fields of every row, which the kernel sets. */
export const bookkeeping = new Set(['tenantId', 'version', 'createdAt', 'updatedAt'])

interface Recording {
  now: Date
  changes: Change[]
}

const recordings = new WeakMap<EntityManager, Recording>()

const writeOrder = new Map<string, number>(entities.map(({ meta }, at) => [meta.className, at]))

const placeOf = ({ className }: EntityMetadata) => writeOrder.get(className) ?? -1

/** Collects the changes of every flush of this entity manager from here on, owners first. */
export function recordChanges(em: EntityManager, now: Date, changes: Change[]): void {
  recordings.set(em, { now, changes })
  writeInOrder(em, placeOf)
}

/**
 * An owner is inserted before what it owns and deleted after it, in the records as in the
 * statements; within one table new rows come first.
 */
export function turnOf(row: ChangedRow): number {
  const place = placeOf(metaOf(row))
  const action = actionOf(row)
  if (action === 'DELETED') return 4 * writeOrder.size - place
  return 2 * place + (action === 'CREATED' ? 0 : 1)
}

/** Reads the flush itself, so that no change can be made without its changelog and event. */
export const changeRecorder: EventSubscriber = {
  onFlush: ({ em, uow }: FlushEventArgs) => recordRows(em, uow.getChangeSets() as ChangedRow[]),
}

export function recordRows(em: EntityManager, rows: readonly ChangedRow[]): void {
  const recording = recordings.get(em)
  if (recording === undefined) throw new Error('a flush outside of a unit')
  for (const row of rows.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    if (actionOf(row) === 'UPDATED' && columnsOf(metaOf(row)).byProperty.has('updatedAt')) {
      Object.assign(row.entity, { updatedAt: recording.now })
      recompute(em, row)
    }
    recording.changes.push(changeOf(em, row))
  }
}

function changeOf(em: EntityManager, row: ChangedRow): Change {
  const meta = metaOf(row)
  const { byProperty } = columnsOf(meta)
  const entity = row.entity as Record<string, unknown>
  const action = actionOf(row)
  const touched = action === 'DELETED' ? [...byProperty.keys()] : Object.keys(row.payload)
  const fields: Change['fields'] = {}
  for (const name of touched) {
    const column = byProperty.get(name)
    if (column === undefined || bookkeeping.has(name)) continue
    const shown = (value: unknown) => shownOf(column, value)
    const to = shown(entity[name])
    if (action === 'CREATED') fields[name] = { to }
    else if (action === 'DELETED') fields[name] = { from: to }
    else fields[name] = { from: shown(valueBefore(row, column, em)), to }
  }
  return { meta, action, entity, fields }
}

/** What is hidden is never told, only that it is there. */
export function shownOf({ hidden }: Column, value: unknown): unknown {
  return value == null || !hidden ? value : masked
}
