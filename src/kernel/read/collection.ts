import type { EntityName } from '@mikro-orm/core'
import { z } from 'zod'
import type { Unit } from '../write/unit.ts'
import { notFound } from '../../domain/refusal.ts'
import { exampleIdOf } from '../../entities/ids.ts'
import { filtersFromQuery, type Filter } from './filter.ts'
import { atFirstUse, but } from './first-use.ts'
import type { Behaviour } from '../http/operation.ts'
import { pageLimitDefault, pageLimitMax, pageOf, type PageOf } from './page.ts'
import type { Linked } from './linked.ts'
import { sortOfFewText, tableOf, type Aside, type Search } from './table.ts'
import { shownAll, shownOne, type View } from './view.ts'

type Property<E> = Exclude<keyof E & string, 'tenantId' | symbol>

export interface CollectionFacts<E, V, K extends string> {
  /** In the singular and the plural, for the descriptions. */
  noun: readonly [one: string, many: string]
  shows: View<E, V, unknown>
  filters: Partial<Record<Property<E>, Filter>>
  /** The first is the order when none is asked; a minus before it means from high to low. */
  sort: readonly [`${'' | '-'}${Property<E>}`, ...Property<E>[]]
  /** The field that names a row in its path: the id by default. */
  key?: K & Property<E>
  /** Only rows with these values belong to this collection. */
  only?: Partial<E>
  /** Only rows of which this is known belong to it. */
  known?: Property<E>
  aside?: Aside & { field: Property<E> }
  /** By what few are sorted only: a field, and the filters of which one has to be asked by. */
  sortOfFew?: Partial<Record<Property<E>, readonly Property<E>[]>>
}

/** Reading, listing and searching one table. It gives these three and stops there. */
export function collection<E extends object, V, const K extends string = 'id'>(
  entity: EntityName<E>,
  facts: CollectionFacts<E, V, K>,
) {
  const { noun, shows } = facts
  const key = (facts.key ?? 'id') as K
  const listing = listingOf(entity, facts)
  const { table, list, found } = listing
  const search = searchOf<E, V>(listing, facts)
  const read = {
    summary: `Read one of the ${noun[1]}`,
    get returns() {
      return shows.schema
    },
    handle: async ({ unit, params }) => {
      const row = await table.one(unit, { ...facts.only, [key]: params[key] })
      return shownOne(unit, shows, row as E)
    },
  } satisfies Behaviour<K, undefined, undefined, V>
  const within = withinOf<E, V>(listing)
  return {
    read,
    list,
    found,
    search,
    within,
    owned: ownedOf<E, V>(within),
    searchOwned: searchOwnedOf<E, V>(listing, search),
    linked: linkedOf(listing),
    table,
  }
}

type Body = z.output<ReturnType<typeof searchBody>>

function searchOf<E extends object, V>(
  listing: Listing<E, V>,
  { sort, sortOfFew }: { sort: readonly string[]; sortOfFew?: SortOfFew },
) {
  const { noun, filters, lists, list, page } = listing
  const body = atFirstUse(() => searchBody(filters, sort, sortOfFew))
  return {
    summary: `Search ${noun[1]}`,
    get body() {
      return body()
    },
    get returns() {
      return list.returns
    },
    status: 200,
    lists,
    handle: ({ unit, body }) => page(unit, asSearch(body, filters)),
  } satisfies Behaviour<never, Body, undefined, PageOf<V>>
}

type Query = z.output<ReturnType<typeof listQuery>>

function listingOf<E extends object, V, K extends string>(
  entity: EntityName<E>,
  facts: CollectionFacts<E, V, K>,
) {
  const { noun, shows, sort, aside, known, sortOfFew } = facts
  const filters = facts.filters as Readonly<Record<string, Filter>>
  const table = tableOf(entity, { filters, sort, aside, known, sortOfFew })
  const lists = { table, only: facts.only ?? {}, known: known as string | undefined }
  const rows = (unit: Unit, search: Search, fixed: object = {}, tied?: Linked) =>
    table.page(unit, search, { ...facts.only, ...fixed }, tied) as Promise<PageOf<E>>
  const page = async (...asked: Parameters<typeof rows>): Promise<PageOf<V>> => {
    const found = await rows(...asked)
    return { ...found, data: await shownAll(asked[0], shows, found.data) }
  }
  /** The rows of a list, for rooms that show them in another way. */
  const found = (unit: Unit, query: Record<string, unknown>) => rows(unit, asSearch(query, filters))
  const query = atFirstUse(() => listQuery(filters, sort, sortOfFew))
  const returns = atFirstUse(() => pageOf(shows.schema))
  const list = {
    summary: `List ${noun[1]}`,
    get query() {
      return query()
    },
    get returns() {
      return returns()
    },
    lists,
    handle: ({ unit, query }) => page(unit, asSearch(query, filters)),
  } satisfies Behaviour<never, undefined, Query, PageOf<V>>
  return { noun, filters, table, lists, page, found, list }
}

type Listing<E extends object, V> = ReturnType<typeof listingOf<E, V, string>>

/** The same list, of the rows whose field has the value in the path. */
function withinOf<E extends object, V>({ noun, filters, lists, page, list }: Listing<E, V>) {
  return <const F extends Property<E>, const P extends string = F>(
    field: F,
    param: P = field as unknown as P,
  ) =>
    but(list, {
      summary: `List ${noun[1]} by ${field}`,
      lists: { ...lists, within: { field, param } },
      handle: async ({ unit, query, params }) => {
        const value = params[param]
        // A value that the field cannot hold is answered 404, like a malformed id.
        if (filters[field]?.body.safeParse(value).success === false) notFound()
        return page(unit, asSearch(query, filters), { [field]: value })
      },
    } satisfies Partial<Behaviour<P, undefined, Query, PageOf<V>>>) satisfies Behaviour<
      P,
      undefined,
      Query,
      PageOf<V>
    >
}

/** The same, where the value is the id of a row: 404 for a caller who cannot see that row. */
function ownedOf<E extends object, V>(within: ReturnType<typeof withinOf<E, V>>) {
  return <O extends object, const F extends Property<E>, const P extends string = F>(
    owner: EntityName<O>,
    field: F,
    param: P = field as unknown as P,
  ) => {
    const list = within(field, param)
    return but(list, {
      inPath: { [param]: idLike(owner) },
      handle: async (call) => {
        await call.unit.load(owner, call.params[param])
        return list.handle(call)
      },
    } satisfies Partial<Behaviour<P, undefined, Query, PageOf<V>>>) satisfies Behaviour<
      P,
      undefined,
      Query,
      PageOf<V>
    >
  }
}

/** The same search, among the rows of the one that the path names. */
function searchOwnedOf<E extends object, V>(
  { filters, lists, page }: Listing<E, V>,
  search: ReturnType<typeof searchOf<E, V>>,
) {
  return <O extends object, const F extends Property<E>, const P extends string = F>(
    owner: EntityName<O>,
    field: F,
    param: P = field as unknown as P,
  ) =>
    but(search, {
      lists: { ...lists, within: { field, param } },
      inPath: { [param]: idLike(owner) },
      handle: async ({ unit, body, params }) => {
        await unit.load(owner, params[param])
        return page(unit, asSearch(body, filters), { [field]: params[param] })
      },
    } satisfies Partial<Behaviour<P, Body, undefined, PageOf<V>>>) satisfies Behaviour<
      P,
      Body,
      undefined,
      PageOf<V>
    >
}

/** What the id of an owner looks like: to the ORM it may also be a name, which none of ours is. */
const idLike = (owner: unknown) => exampleIdOf(owner as { meta: { className: string } })

/** The same list, of the rows that a table of links ties to the owner in the path. */
function linkedOf<V>({ filters, lists, page, list }: Listing<object, V>) {
  return <O extends object, L extends object>(
    owner: EntityName<O>,
    link: EntityName<L>,
    by: { row: Property<L>; owner: Property<L> },
  ) =>
    but(list, {
      inPath: { id: idLike(owner) },
      lists: { ...lists, tied: { ...by, link: link as EntityName<object> } },
      handle: async ({ unit, query, params }) => {
        await unit.load(owner, params.id)
        const tied = { ...by, link: link as EntityName<object>, ownerId: params.id }
        return page(unit, asSearch(query, filters), {}, tied)
      },
    } satisfies Partial<Behaviour<'id', undefined, Query, PageOf<V>>>) satisfies Behaviour<
      'id',
      undefined,
      Query,
      PageOf<V>
    >
}

function sortable(sort: readonly string[]): readonly [string, ...string[]] {
  const names = sort.map((name) => name.replace('-', ''))
  return [...names, ...names.map((name) => `-${name}`)] as unknown as [string, ...string[]]
}

const cursorText = z.string().min(1).max(2000)

type SortOfFew = Readonly<Record<string, readonly string[] | undefined>> | undefined

/** What the description says of an order, where not all rows are sorted by each of its fields. */
function orderText(sortOfFew: SortOfFew): { description: string } | undefined {
  const each = Object.entries(sortOfFew ?? {}).map(([name, needed = []]) =>
    sortOfFewText(name, needed),
  )
  return each.length === 0 ? undefined : { description: `${each.join('. ')}.` }
}

function listQuery(
  filters: Readonly<Record<string, Filter>>,
  sort: readonly string[],
  sortOfFew: SortOfFew,
) {
  const words = sortable(sort)
  const pattern = new RegExp(`^(?:${words.join('|')})(?:,(?:${words.join('|')})){0,4}$`)
  const asked = Object.entries(filters).map(([name, filter]) => filter.query(name))
  return z.strictObject({
    ...(Object.assign({}, ...asked) as Record<string, z.ZodType>),
    sort: z
      .string()
      .regex(pattern, `Any of ${words.join(', ')}`)
      .meta({ ...orderText(sortOfFew) })
      .optional(),
    limit: z.coerce.number().int().min(1).max(pageLimitMax).optional(),
    cursor: cursorText.optional(),
    count: z.enum(['true', 'false']).optional(),
  })
}

function searchBody(
  filters: Readonly<Record<string, Filter>>,
  sort: readonly string[],
  sortOfFew: SortOfFew,
) {
  const each = Object.entries(filters).map(([name, { body }]) => [name, body.optional()])
  return z
    .strictObject({
      filters: z.strictObject(Object.fromEntries(each)).optional(),
      sort: z
        .array(z.enum(sortable(sort)))
        .max(5)
        .meta({ ...orderText(sortOfFew) })
        .optional(),
      limit: z.int().min(1).max(pageLimitMax).optional(),
      cursor: cursorText.optional(),
      count: z.boolean().optional(),
    })
    .default({})
}

function asSearch(
  asked: Record<string, unknown>,
  filters: Readonly<Record<string, Filter>>,
): Search {
  const { sort, limit, cursor, count } = asked
  const given = 'filters' in asked ? asked['filters'] : filtersFromQuery(asked, filters)
  return {
    filters: (given ?? {}) as Record<string, unknown>,
    sort: typeof sort === 'string' ? sort.split(',') : ((sort ?? []) as string[]),
    limit: (limit as number | undefined) ?? pageLimitDefault,
    cursor: cursor as string | undefined,
    count: count === true || count === 'true',
    inBody: 'filters' in asked || Array.isArray(sort),
  }
}
