import { isDeepStrictEqual } from 'node:util'
import type { EntityManager, EntityMetadata } from '@mikro-orm/core'
import type { Side } from '../../domain/access/scope.ts'
import { kindOf, type IdKind } from '../../entities/ids.ts'
import {
  adopt,
  columnsOf,
  newRowOf,
  type Column,
  type RowAction,
  type Values,
} from '../../ports/database/orm-seams.ts'
import type { RowToWrite } from './row-to-write.ts'

/** A row of which a verb has said what is new. */
class UnwrittenRow implements RowToWrite {
  readonly meta: EntityMetadata
  readonly action: RowAction
  readonly entity: Values
  written: string[] = []
  readonly #before: Values = {}
  readonly #settled: (row: Values) => void

  constructor(
    meta: EntityMetadata,
    action: RowAction,
    entity: Values,
    settled: (row: Values) => void,
  ) {
    this.meta = meta
    this.action = action
    this.entity = entity
    this.#settled = settled
  }

  before({ property }: Column): unknown {
    return this.#before[property]
  }

  also(property: string): void {
    this.written.push(property)
  }

  give(property: string, value: unknown): void {
    if (!this.written.includes(property)) {
      this.written.push(property)
      this.#before[property] = this.entity[property]
    }
    this.entity[property] = value
  }

  /**
   * A new row is written as it is when it is written; what is as it was before, not at all. It is
   * told in the order of the columns, whatever was said first.
   */
  complete(): void {
    const { all, version } = columnsOf(this.meta)
    const given = new Set(this.written)
    const isWritten = ({ property }: Column) =>
      this.action === 'CREATED'
        ? this.entity[property] !== undefined
        : given.has(property) && !isSame(this.entity[property], this.#before[property])
    this.written = all
      .filter((column) => column !== version && isWritten(column))
      .map(({ property }) => property)
  }

  settle(): void {
    this.#settled(this.entity)
  }
}

/** What each new row is given. */
interface Making {
  readonly tenantId: string
  readonly now: Date
  readonly side: Side | null
  readonly newId: (kind: IdKind) => string
}

/**
 * The rows of a unit that are read and written without the unit of work: its verbs say what is new
 * in them, and nothing is found by comparing. Once the unit of work is needed it takes them over;
 * both have the same object of the same row.
 */
export class Writer {
  readonly #now: Date
  readonly #side: Side | null
  readonly #newId: Making['newId']
  readonly #tenantId: string
  readonly #unwritten = new Map<Values, UnwrittenRow>()
  /** Every row that is here, with its values as they were read or written. */
  readonly #rows = new Map<Values, { meta: EntityMetadata; values: readonly unknown[] }>()
  readonly #byKey = new Map<string, Values>()
  #em: EntityManager | undefined

  constructor({ tenantId, now, side, newId }: Making) {
    this.#side = side
    this.#newId = newId
    this.#tenantId = tenantId
    this.#now = now
  }

  insert(meta: EntityMetadata, fields: object): Values {
    const entity = this.#made(meta, fields)
    this.#queue(meta, 'CREATED', entity)
    return entity
  }

  /** One to be written that nothing here knows afterwards. */
  poured(meta: EntityMetadata, fields: object): RowToWrite {
    const row = new UnwrittenRow(meta, 'CREATED', this.#made(meta, fields), () => undefined)
    row.complete()
    return row
  }

  #made(meta: EntityMetadata, fields: object): Values {
    const { byProperty } = columnsOf(meta)
    const entity = newRowOf(meta)
    Object.assign(entity, fields, { tenantId: this.#tenantId })
    if (byProperty.has('id')) entity['id'] = this.#newId(kindOf(meta))
    if (byProperty.has('createdAt')) entity['createdAt'] = this.#now
    if (byProperty.has('updatedAt')) entity['updatedAt'] = this.#now
    if (byProperty.has('addedFor')) entity['addedFor'] = this.#side
    return entity
  }

  /** False if the row is not here, or no longer: then it is the unit of work's. */
  update(meta: EntityMetadata, entity: Values, given: readonly [string, unknown][]): boolean {
    const queued = this.#unwritten.get(entity)
    if (queued === undefined && (this.#em !== undefined || !this.#rows.has(entity))) return false
    const news = given.filter(([name, to]) => !isSame(entity[name], to))
    if (news.length === 0) return true
    const row = queued ?? this.#queue(meta, 'UPDATED', entity)
    for (const [name, to] of news) row.give(name, to)
    return true
  }

  /** The same row where it is here already, perhaps with changes of ours. */
  here(meta: EntityMetadata, entity: Values): Values | undefined {
    return this.#byKey.get(keyOf(meta, entity))
  }

  isUnwritten(entity: Values): boolean {
    return this.#unwritten.has(entity)
  }

  note(meta: EntityMetadata, entity: Values): void {
    const values = columnsOf(meta).all.map(({ property }) => entity[property])
    this.#rows.set(entity, { meta, values })
    this.#byKey.set(keyOf(meta, entity), entity)
    if (this.#em !== undefined) adopt(this.#em, entity)
  }

  get hasNews(): boolean {
    return this.#unwritten.size > 0
  }

  hasNewsOf(meta: EntityMetadata): boolean {
    return [...this.#unwritten.values()].some((row) => row.meta === meta)
  }

  /** What has to be written now. */
  take(): RowToWrite[] {
    this.refuseAssigned()
    const rows = [...this.#unwritten.values()]
    for (const row of rows) row.complete()
    this.#unwritten.clear()
    return rows.filter(({ action, written }) => action === 'CREATED' || written.length > 0)
  }

  /** From here on the unit of work sees to the rows that are here. */
  giveTo(em: EntityManager): void {
    this.refuseAssigned()
    this.#em = em
    for (const entity of this.#rows.keys()) if (!this.#unwritten.has(entity)) adopt(em, entity)
  }

  /** What was assigned and not said would never be written. */
  refuseAssigned(): void {
    if (this.#em !== undefined) return
    for (const [row, { meta, values }] of this.#rows) {
      const given = this.#unwritten.get(row)?.written ?? []
      const assigned = columnsOf(meta).all.find(
        ({ property }, at) => row[property] !== values[at] && !given.includes(property),
      )
      if (assigned === undefined) continue
      throw new Error(`${meta.className}.${assigned.property} was changed without unit.update`)
    }
  }

  #queue(meta: EntityMetadata, action: RowAction, entity: Values): UnwrittenRow {
    const row = new UnwrittenRow(meta, action, entity, (settled) => {
      if (action === 'CREATED') fillEmpty(meta, settled)
      this.note(meta, settled)
    })
    this.#unwritten.set(entity, row)
    return row
  }
}

/** A row that was made is from then on as one that was read: what it has not is null. */
function fillEmpty(meta: EntityMetadata, entity: Values): void {
  for (const { property } of columnsOf(meta).all) entity[property] ??= null
}

const keyOf = (meta: EntityMetadata, entity: Values) =>
  [meta.className, ...columnsOf(meta).keys.map((key) => entity[key])].join(' ')

function isSame(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true
  return typeof one === 'object' && isDeepStrictEqual(one, other)
}
