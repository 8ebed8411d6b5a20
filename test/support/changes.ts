import { changelogView } from '../../src/behaviours/changelog.ts'
import { Changelog } from '../../src/entities/journal.ts'
import { shownAll } from '../../src/kernel/read/view.ts'
import type { TestTenant, World } from './world.ts'

/** The changes of one thing as the interface shows them, the earliest first. */
export async function changesOf(tenant: TestTenant, entityId: string) {
  return tenant.work(async (unit) => {
    const entries = await unit.all(Changelog, { entityId })
    const shown = await shownAll(unit, changelogView, entries)
    return shown.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  })
}

/** The rows of the journal that tell of one owner. */
export const journalRowsOf = (at: World, { id }: TestTenant, ownerId: string) =>
  at.owner('select * from journal where tenant_id = $1 and owner_id = $2 order by id', [
    id,
    ownerId,
  ])
