import type { EntityName } from '@mikro-orm/core'
import { z } from 'zod'
import { Changelog } from '../entities/journal.ts'
import { statesAtFirst } from '../kernel/read/appeared.ts'
import { collection } from '../kernel/read/collection.ts'
import { viewOf } from '../kernel/read/view.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { exact, instants } from '../kernel/read/filter.ts'

export const changelogView = viewOf(
  Changelog,
  ['id', 'entity', 'entityId', 'clientId', 'requestId', 'workflowId', 'at'],
  {
    name: 'Change',
    more: {
      action: z.enum(['CREATED', 'UPDATED', 'DELETED']),
      /** For a new or deleted row, its values; empty fields are left out. */
      changes: z
        .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
        .meta({ example: { name: { from: 'Late', to: 'Too late' } } }),
      principal: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    },
    facts: statesAtFirst,
    show: (entry, states) => ({
      action: entry.action as 'CREATED' | 'UPDATED' | 'DELETED',
      changes: changesIn(entry.action, entry.changes ?? states.get(entry.id) ?? {}),
      principal: { kind: entry.principalKind, id: entry.principalId, name: entry.principalName },
    }),
  },
)

/** A state is shown as a change of each field. */
function changesIn(
  action: string,
  changes: Record<string, unknown>,
): Record<string, { from?: unknown; to?: unknown }> {
  if (action === 'UPDATED') return changes as Record<string, object>
  const side = action === 'CREATED' ? 'to' : 'from'
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, { [side]: value }]),
  )
}

/** Who changed what of one kind of thing: of all of them, or of the one that the path names. */
export function changelogOf<E extends object>(owner: EntityName<E>, name: string) {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const facts = {
    noun: ['change', 'changes'],
    shows: changelogView,
    filters: { action: exact(z.enum(['CREATED', 'UPDATED', 'DELETED'])), at: instants() },
    sort: ['-id'],
    only: { ownerType: name, entity: name },
  } as const
  const changes = collection(Changelog, facts)
  const found = collection(Changelog, { ...facts, filters: { ...facts.filters, ownerId: exact() } })
  const ofOne = changes.owned(owner, 'ownerId', 'id')
  const ofKey = changes.within('ownerId', 'key')
  return {
    list: { ...changes.list, summary: `List changes of every ${words}` },
    search: { ...found.search, summary: `Search changes of every ${words}` },
    ofOne: {
      ...ofOne,
      summary: `List changes of one ${words}`,
    },
    /** For things named by a key; `check` answers 404 for an unknown one. */
    ofKey: (check: (unit: Unit, key: string) => unknown) =>
      ({
        ...ofKey,
        summary: `List changes of one ${words}`,
        handle: async (call) => {
          check(call.unit, call.params.key)
          return ofKey.handle(call)
        },
      }) satisfies typeof ofKey,
  }
}
