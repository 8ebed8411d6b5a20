import type { EntityName, FilterQuery } from '@mikro-orm/core'
import { z } from 'zod'
import { isNarrowed, type Scope } from '../domain/access/scope.ts'
import { notFound } from '../domain/refusal.ts'
import { Changelog } from '../entities/journal.ts'
import { statesAtFirst } from '../kernel/read/appeared.ts'
import type { Behaviour } from '../kernel/http/operation.ts'
import { rowAsOf } from '../kernel/read/as-of.ts'
import { collection } from '../kernel/read/collection.ts'
import { partSeen, sidesSeen } from '../kernel/read/effect.ts'
import { askedInstant, instant } from '../kernel/read/fields.ts'
import { atFirstUse, but } from '../kernel/read/first-use.ts'
import { pageOf, type PageOf } from '../kernel/read/page.ts'
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
    facts: async (unit: Unit, entries: readonly Changelog[]) => ({
      scope: unit.scope,
      states: await statesAtFirst(unit, entries),
    }),
    show: (entry, { scope, states }) => ({
      action: entry.action as 'CREATED' | 'UPDATED' | 'DELETED',
      changes: changesIn(scope, entry, entry.changes ?? states.get(entry.id) ?? {}),
      principal: { kind: entry.principalKind, id: entry.principalId, name: entry.principalName },
    }),
  },
)

type Change = z.output<typeof changelogView.schema>

/** A state is shown as a change of each field. */
function changesIn(
  scope: Scope,
  { action, entity, rowType }: Changelog,
  changes: Record<string, unknown>,
): Readonly<Record<string, { from?: unknown; to?: unknown }>> {
  if (action === 'UPDATED') {
    const sides = changes as Record<string, object>
    if (entity === rowType) return sidesSeen(scope, sides)
    return { [rowType]: partSeen(scope, sides[rowType] ?? {}) }
  }
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
  return {
    list: { ...changes.list, summary: `List changes of every ${words}` },
    search: { ...found.search, summary: `Search changes of every ${words}` },
    ofOne: asOf(
      but(changes.owned(owner, 'ownerId', 'id'), {
        handle: async (call) => {
          await refuseUnseen(call.unit, owner, name, call.params.id)
          return changes.within('ownerId', 'id').handle(call)
        },
      } satisfies Partial<OfOne<'id'>>),
      name,
      words,
    ),
    /** For things named by a key; `check` answers 404 for an unknown one. */
    ofKey: (check: (unit: Unit, key: string) => unknown) => {
      const ofKey = asOf(changes.within('ownerId', 'key'), name, words)
      return but(ofKey, {
        handle: async (call) => {
          check(call.unit, call.params.key)
          return ofKey.handle(call)
        },
      } satisfies Partial<typeof ofKey>)
    },
  }
}

/** What is gone is told of to whoever sees all clients: its history may name the one to which it went. */
async function refuseUnseen<E extends object>(
  unit: Unit,
  owner: EntityName<E>,
  name: string,
  id: string,
): Promise<void> {
  const there = await unit.find(owner, { id } as FilterQuery<NoInfer<E>>)
  if (there !== null) return
  if (isNarrowed(unit.scope)) notFound()
  const gone = await unit.transaction.query(
    `select id from changelog where tenant_id = $1 and owner_id = $2 and owner_type = $3
       and row_id = $2 and action = 'DELETED' limit 1`,
    [unit.tenantId, id, name],
  )
  if (gone.length === 0) notFound()
}

const asOfAsked = askedInstant.optional().meta({
  description: 'What it was at this instant stands beside its changes up to then.',
  example: '2026-11-20T09:30:00.000Z',
})

const asItWas = z
  .object({
    at: instant,
    version: z.int().nullable(),
    row: z.record(z.string(), z.unknown()).meta({ example: { name: 'Nordlund AB' } }),
  })
  .nullable()
  .optional()
  .meta({ description: 'By `asOf`: the row as it was, null where it was not there.' })

type Query = Record<string, unknown>
type OfOne<P extends string> = Pick<
  Behaviour<P, undefined, Query, PageOf<Change>>,
  'summary' | 'query' | 'returns' | 'handle'
>

const history = atFirstUse(() =>
  pageOf(changelogView.schema).extend({ asOf: asItWas }).meta({ id: 'ChangeHistory' }),
)

/** The changes of one thing; by `asOf` those up to an instant, and what it was then. */
function asOf<const P extends string, L extends OfOne<P>>(
  list: L & OfOne<P>,
  name: string,
  words: string,
) {
  const query = atFirstUse(() => (list.query as z.ZodObject).extend({ asOf: asOfAsked }))
  return but(list, {
    summary: `List changes of one ${words}`,
    get query() {
      return query()
    },
    get returns() {
      return history()
    },
    handle: async (call) => {
      const { asOf: at, ...asked } = call.query
      if (typeof at !== 'string') return list.handle(call)
      const page = await list.handle({ ...call, query: { ...upTo(at, asked) } })
      const [id = ''] = Object.values<string>(call.params)
      const was = await rowAsOf(call.unit, name, id, at)
      return { ...page, asOf: was && { at: new Date(at).toISOString(), ...was } }
    },
  } satisfies OfOne<P>)
}

/** An `at` that is asked for as well stays as it is, and an earlier end too. */
function upTo(at: string, query: Query): Query {
  if (query['at'] !== undefined) return query
  const to = query['at.to']
  return { ...query, 'at.to': typeof to === 'string' && Date.parse(to) < Date.parse(at) ? to : at }
}
