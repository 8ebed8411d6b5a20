import type { EntityManager, EntityMetadata } from '@mikro-orm/core'
import {
  actionOf,
  metaOf,
  recompute,
  settle,
  valueBefore,
  type ChangedRow,
  type Column,
  type RowAction,
  type Values,
} from '../../ports/database/orm-seams.ts'

/** One row that is new, changed or going, whoever found it. */
export interface RowToWrite {
  readonly meta: EntityMetadata
  readonly action: RowAction
  readonly entity: Values
  /** The properties that are given or changed. */
  readonly written: readonly string[]
  /** What a changed property was. */
  before(column: Column): unknown
  /** One more property was changed. */
  also(property: string): void
  /** From here on the row is as the database has it. */
  settle(): void
}

/** One that the unit of work has found. */
export class FoundRow implements RowToWrite {
  readonly meta: EntityMetadata
  readonly action: RowAction
  readonly entity: Values
  readonly #em: EntityManager
  readonly #found: ChangedRow

  constructor(em: EntityManager, found: ChangedRow) {
    this.meta = metaOf(found)
    this.action = actionOf(found)
    this.entity = found.entity as Values
    this.#em = em
    this.#found = found
  }

  get written(): readonly string[] {
    return Object.keys(this.#found.payload)
  }

  before(column: Column): unknown {
    return valueBefore(this.#found, column, this.#em)
  }

  also(): void {
    recompute(this.#em, this.#found)
  }

  settle(): void {
    settle(this.#em, this.#found)
  }
}
