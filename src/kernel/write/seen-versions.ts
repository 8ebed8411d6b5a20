import { OptimisticLockError, type EntityManager } from '@mikro-orm/core'
import { isChanged } from '../../ports/database/orm-seams.ts'

/**
 * The version in which a unit first saw each row. When a row is read again, MikroORM keeps our
 * changes but takes over the new version, and so would overwrite somebody else's change.
 */
export class SeenVersions {
  readonly #versions = new WeakMap<object, unknown>()

  /** Remembers the versions of rows that were just written or read. */
  note(rows: Iterable<object>): void {
    for (const row of rows) this.#versions.set(row, versionOf(row))
  }

  /** The rows that others changed since this unit saw them. */
  newer<E extends object>(rows: readonly E[]): E[] {
    return rows.filter((row) => {
      const seen = this.#versions.get(row)
      return seen !== undefined && seen !== versionOf(row)
    })
  }

  /** The same, but refused if this unit has changed them as well. */
  moved<E extends object>(em: EntityManager, rows: readonly E[]): E[] {
    const moved = this.newer(rows)
    const both = moved.find((row) => isChanged(em, row))
    if (both !== undefined) throw OptimisticLockError.lockFailed(both)
    this.note(rows)
    return moved
  }
}

const versionOf = (row: object) => (row as { version?: unknown }).version
