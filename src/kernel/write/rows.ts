import {
  OptimisticLockError,
  type EntityManager,
  type EntityMetadata,
  type EntityName,
} from '@mikro-orm/core'
import {
  changedRows,
  columnsOf,
  flushBeforeReads,
  isToBeFlushed,
  settled,
  type Values,
} from '../../ports/database/orm-seams.ts'
import type { Side } from '../../domain/access/scope.ts'
import { kindOf, type IdKind } from '../../entities/ids.ts'
import type { Transaction } from '../../ports/database/transaction.ts'
import { recordChanges, type Change, type Recording } from './changes.ts'
import { sendChanges } from './lane.ts'
import type { Taken } from './ranks.ts'
import { FoundRow } from './row-to-write.ts'
import type { Inside } from './runtime.ts'
import { Writer } from './writer.ts'

/** What the rows need of their unit. */
interface Within {
  readonly runtime: Inside
  readonly transaction: Transaction
  readonly tenantId: string
  readonly now: Date
  readonly side: Side | null
  readonly newId: (kind: IdKind) => string
  taken(): Taken
  /** Called with what was just written. */
  wrote(changes: readonly Change[]): void
}

/**
 * The rows of a unit: those in which the unit of work finds what is new, and those of which a
 * verb says it (`writer.ts`). Both are written together, owners first, and recorded alike.
 */
export class Rows {
  readonly #within: Within
  readonly changes: Change[] = []
  #writer: Writer
  #em: EntityManager | undefined

  constructor(within: Within) {
    this.#within = within
    this.#writer = new Writer(within)
  }

  /** Made at first use, since many units need none. */
  get em(): EntityManager {
    if (this.#em === undefined) {
      const { runtime, transaction } = this.#within
      const em = runtime.orm.em.fork()
      em.setTransactionContext(transaction.kysely)
      recordChanges(em, this.#recording)
      this.#em = this.#watched(em)
      this.#writer.giveTo(em)
    }
    return this.#em
  }

  /** Whether the unit of work has rows already, perhaps the one that is meant. */
  get isByOrm(): boolean {
    return this.#em !== undefined || this.#within.runtime.lane !== undefined
  }

  metaOf<E extends object>(entity: EntityName<E>): EntityMetadata {
    return this.#within.runtime.orm.getMetadata().get(entity as EntityName<object>)
  }

  /** By the unit of work. */
  add<E extends object>(entity: EntityName<E>, fields: object): E {
    const meta = this.metaOf(entity)
    const { byProperty } = columnsOf(meta)
    const { tenantId, now, side, newId } = this.#within
    const row = this.em.create(entity, {
      ...fields,
      tenantId,
      ...(byProperty.has('id') && { id: newId(kindOf(meta)) }),
      ...(byProperty.has('createdAt') && { createdAt: now }),
      ...(byProperty.has('updatedAt') && { updatedAt: now }),
      ...(byProperty.has('addedFor') && { addedFor: side }),
    } as never)
    this.em.persist(row)
    return row as E
  }

  insert(meta: EntityMetadata, fields: object): Values {
    return this.#writer.insert(meta, fields)
  }

  /** Writes new rows that are not here afterwards; what they change is the caller's to tell. */
  pour(meta: EntityMetadata, all: readonly object[]): readonly Change[] {
    const { now, transaction, taken } = this.#within
    const changes: Change[] = []
    const rows = all.map((fields) => this.#writer.poured(meta, fields))
    sendChanges(rows, { now, changes }, transaction, taken())
    return changes
  }

  update(meta: EntityMetadata, row: Values, fields: Values): void {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    if (!this.#writer.update(meta, row, given)) Object.assign(row, Object.fromEntries(given))
  }

  /**
   * The row as this unit has it: one that is here already stays the same object, with what was said
   * of it, and takes over what others have changed since.
   */
  met(meta: EntityMetadata, read: Values): Values {
    const here = this.#writer.here(meta, read)
    if (here === undefined) {
      this.#writer.note(meta, read)
      return read
    }
    const { version } = columnsOf(meta)
    const isAsBefore = version !== undefined && here[version.property] === read[version.property]
    if (this.#writer.isUnwritten(here)) {
      if (version !== undefined && !isAsBefore) throw OptimisticLockError.lockFailed(here)
      return here
    }
    if (!isAsBefore) this.#writer.note(meta, Object.assign(here, read))
    return here
  }

  /** The row with this id, where it is here. */
  here(meta: EntityMetadata, key: Values): Values | undefined {
    return this.#writer.here(meta, key)
  }

  /**
   * Writes all that is unwritten, if some of it is of this table. Where nothing is waited for, what
   * is read next is sent at once, in the order in which it is asked for.
   */
  flushFor(meta: EntityMetadata): Promise<void> | undefined {
    const em = this.#em
    if (em !== undefined) return isToBeFlushed(em, meta) ? em.flush() : undefined
    if (this.#writer.hasNewsOf(meta)) this.#send()
    return undefined
  }

  async flush(): Promise<void> {
    if (this.#em !== undefined) await this.#em.flush()
    else if (this.#writer.hasNews) this.#send()
    else this.#writer.refuseAssigned()
  }

  /** Rows must be read again from here on. */
  forget(): void {
    this.#em = undefined
    this.#writer = new Writer(this.#within)
  }

  get #recording(): Recording {
    return { now: this.#within.now, changes: this.changes }
  }

  /** Every flush goes through the lane, also the one that MikroORM does before a read. */
  #watched(em: EntityManager): EntityManager {
    const plain = em.flush.bind(em)
    flushBeforeReads(em, (meta) => this.#writer.hasNewsOf(meta))
    em.flush = async () => {
      if (this.#within.runtime.lane !== 'plain') return this.#send()
      const earlier = this.changes.length
      await plain()
      this.#within.wrote(this.changes.slice(earlier))
    }
    return em
  }

  #send(): void {
    const em = this.#em
    const earlier = this.changes.length
    const found = em === undefined ? [] : changedRows(em).map((each) => new FoundRow(em, each))
    const rows = [...this.#writer.take(), ...found]
    sendChanges(rows, this.#recording, this.#within.transaction, this.#within.taken())
    if (em !== undefined) settled(em)
    this.#within.wrote(this.changes.slice(earlier))
  }
}
