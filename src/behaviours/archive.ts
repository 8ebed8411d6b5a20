import type { EntityName } from '@mikro-orm/core'
import type { RefusalCode } from '../domain/refusal.ts'
import type { BehaviourOfRow } from '../kernel/http/operation.ts'
import type { View } from '../kernel/read/view.ts'
import { loadHeld } from '../kernel/write/hold.ts'
import type { Unit } from '../kernel/write/unit.ts'

type ArchiveVerb = 'archive' | 'unarchive'

/** A life with the moves into the archive and back out of it. */
interface LifeWithArchive<Status> {
  move(from: Status, verb: ArchiveVerb): Status
  refusals(...verbs: ArchiveVerb[]): RefusalCode[]
}

interface Archivable<E, F extends keyof E, Shown> {
  /** The field that holds the status. */
  status: F
  life: LifeWithArchive<E[F]>
  shows: View<E, Shown, unknown>
}

/** The archive of one owner: nothing is deleted, and lists leave archived rows out by default. */
export function archiveOf<
  E extends { archivedAt?: Date | null | undefined },
  const P extends string,
  F extends keyof E,
  Shown,
>(owner: EntityName<E>, param: P, { status, life, shows }: Archivable<E, F, Shown>) {
  async function move(unit: Unit, id: string, verb: ArchiveVerb): Promise<E> {
    const row = await loadHeld(unit, owner, id)
    row[status] = life.move(row[status], verb)
    row.archivedAt = verb === 'archive' ? unit.now : null
    return row
  }
  return {
    add: {
      summary: 'Put one of them into the archive, once its life is over',
      shows,
      refuses: life.refusals('archive'),
      handle: ({ unit, params }) => move(unit, params[param], 'archive'),
    } satisfies BehaviourOfRow<P, undefined, undefined, E, Shown>,

    remove: {
      summary: 'Take one of them out of the archive',
      shows,
      refuses: life.refusals('unarchive'),
      handle: ({ unit, params }) => move(unit, params[param], 'unarchive'),
    } satisfies BehaviourOfRow<P, undefined, undefined, E, Shown>,
  }
}
