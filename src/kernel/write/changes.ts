import type {
  EntityManager,
  EntityMetadata,
  EventSubscriber,
  FlushEventArgs,
} from '@mikro-orm/core'
import { entities } from '../../entities/all.ts'
import { startable } from '../../entities/table.ts'
import {
  columnsOf,
  writeInOrder,
  type ChangedRow,
  type Column,
  type RowAction,
} from '../../ports/database/orm-seams.ts'
import { FoundRow, type RowToWrite } from './row-to-write.ts'

/** One row's change as the flush saw it; changelog and events are made from this. */
export interface Change {
  meta: EntityMetadata
  action: RowAction
  entity: Record<string, unknown>
  fields: Record<string, { from?: unknown; to?: unknown }>
}

const masked = '•••'
/** Fields of every row, or of a request to the relay, which the kernel sets. */
export const bookkeeping = new Set([
  'tenantId',
  'version',
  'createdAt',
  'updatedAt',
  ...Object.keys(startable),
])

/** Where the changes of a unit are kept until their records are made. */
export interface Recording {
  now: Date
  changes: Change[]
}

const recordings = new WeakMap<EntityManager, Recording>()

const writeOrder = new Map<string, number>(entities.map(({ meta }, at) => [meta.className, at]))

const placeOf = ({ className }: EntityMetadata) => writeOrder.get(className) ?? -1

/** Collects the changes of every flush of this entity manager from here on, owners first. */
export function recordChanges(em: EntityManager, recording: Recording): void {
  recordings.set(em, recording)
  writeInOrder(em, placeOf)
}

/**
 * An owner is inserted before what it owns and deleted after it, in the records as in the
 * statements; within one table new rows come first.
 */
export function turnOf({ meta, action }: RowToWrite): number {
  const place = placeOf(meta)
  if (action === 'DELETED') return 4 * writeOrder.size - place
  return 2 * place + (action === 'CREATED' ? 0 : 1)
}

/** Reads the unit of work's own flush, so that no change is made without changelog and event. */
export const changeRecorder: EventSubscriber = {
  onFlush: ({ em, uow }: FlushEventArgs) => {
    const recording = recordings.get(em as EntityManager)
    if (recording === undefined) throw new Error('a flush outside of a unit')
    const found = uow.getChangeSets() as ChangedRow[]
    const rows = found.map((each) => new FoundRow(em as EntityManager, each))
    recordRows(
      recording,
      rows.toSorted((a, b) => turnOf(a) - turnOf(b)),
    )
  },
}

/** Notes what changes, in this order, and when it last changed on each row. */
export function recordRows({ now, changes }: Recording, rows: readonly RowToWrite[]): void {
  for (const row of rows) {
    if (row.action === 'UPDATED' && columnsOf(row.meta).byProperty.has('updatedAt')) {
      row.entity['updatedAt'] = now
      row.also('updatedAt')
    }
    changes.push(changeOf(row))
  }
}

function changeOf(row: RowToWrite): Change {
  const { meta, action, entity } = row
  const { byProperty } = columnsOf(meta)
  const touched = action === 'DELETED' ? byProperty.keys() : row.written
  const fields: Change['fields'] = {}
  for (const name of touched) {
    const column = byProperty.get(name)
    if (column === undefined || bookkeeping.has(name)) continue
    const shown = (value: unknown) => shownOf(column, value)
    const to = shown(entity[name])
    if (action === 'CREATED') fields[name] = { to }
    else if (action === 'DELETED') fields[name] = { from: to }
    else fields[name] = { from: shown(row.before(column)), to }
  }
  return { meta, action, entity, fields }
}

/** What is hidden is never told, only that it is there. */
export function shownOf({ hidden }: Column, value: unknown): unknown {
  return value == null || !hidden ? value : masked
}
