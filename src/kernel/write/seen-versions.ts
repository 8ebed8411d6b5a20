import { OptimisticLockError, type EntityManager } from '@mikro-orm/core'
import { isChanged } from '../../ports/database/orm-seams.ts'

/**
 * The versions in which a unit has seen its rows. The unit of work keeps what was changed here when
 * a row is read again, but takes over the version: somebody else's change would be lost unseen.
 */
export class SeenVersions {
  readonly #versions = new WeakMap<object, unknown>()

  /** As they were written or read just now. */
  note(rows: Iterable<object>): void {
    for (const row of rows) this.#versions.set(row, versionOf(row))
  }

  /** Those that others changed since they were seen here. */
  newer<E extends object>(rows: readonly E[]): E[] {
    return rows.filter((row) => {
      const seen = this.#versions.get(row)
      return seen !== undefined && seen !== versionOf(row)
    })
  }

  /** The same; refused where they were changed here too. */
  moved<E extends object>(em: EntityManager, rows: readonly E[]): E[] {
    const moved = this.newer(rows)
    const both = moved.find((row) => isChanged(em, row))
    if (both !== undefined) throw OptimisticLockError.lockFailed(both)
    this.note(rows)
    return moved
  }
}

const versionOf = (row: object) => (row as { version?: unknown }).version
