import type { EntityName } from '@mikro-orm/core'
import { sql, type RawBuilder } from 'kysely'
import { markOfScope } from '../../domain/access/scope.ts'
import { boundOfList, boundText, mayAskBy, seenBy } from '../write/bound.ts'
import type { Unit } from '../write/unit.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { kindOf } from '../../entities/ids.ts'
import { factsOf } from '../../entities/table.ts'
import { columnsOf, restoreAmounts, type Column } from '../../ports/database/orm-seams.ts'
import { apartOf, conditionOf } from './condition.ts'
import { askedOf, type AskedAt, type Filter } from './filter.ts'
import { madeWithin, momentOf } from './moments.ts'
import { decodeCursor, encodeCursor, type PageOf } from './page.ts'
import { firstOf, firstOfWords, fewOfClientMax, fewOfTimeMax, type PerhapsFew } from './few.ts'
import { bounded, countOf, orderedOf, type Select } from './keyset.ts'
import { linkedIds, type Linked } from './linked.ts'
import { partsAfter, partsOf, type Order } from './parts.ts'

/** A query of a list, in the one form that bodies and query parameters are both turned into. */
export interface Search {
  filters: Record<string, unknown>
  sort: readonly string[]
  limit: number
  cursor: string | undefined
  count: boolean
  /** Whether it came in a body or in a query, so that an error can point at the place. */
  inBody?: boolean
}

export interface TableFactsOfList {
  filters: Readonly<Record<string, Filter>>
  sort: readonly string[]
  aside?: Aside | undefined
  /** Rows of which this is not known are none of its rows. */
  known?: string | undefined
  /** By what few are sorted only: a field, and the filters of which one has to be asked by. */
  sortOfFew?: Readonly<Record<string, readonly string[] | undefined>> | undefined
}

/** Rows that lists leave out unless one of these filters asks for them. */
export interface Aside {
  field: string
  value: string
  askedBy: readonly string[]
}

/** Which rows of a table a list shows. */
export interface Listed {
  readonly table: Table
  /** The values that all of them have. */
  readonly only: object
  /** The field that all of them have. */
  readonly known?: string | undefined
  /** The field that has the value in the path, and the parameter that names it. */
  readonly within?: { readonly field: string; readonly param: string }
  readonly tied?: Omit<Linked, 'ownerId'>
}

/** One table as lists see it: its columns, and the rows that a caller may see. */
export class Table {
  readonly #entity: EntityName<object>
  readonly #facts: TableFactsOfList
  #meta: Meta | undefined
  /** The field with the moment that the ids are made of. */
  #moment: string | undefined
  #columns: readonly Column[] = []

  constructor(entity: EntityName<object>, facts: TableFactsOfList) {
    this.#entity = entity
    this.#facts = facts
  }

  /** By which all rows may be sorted. */
  get sortFields(): readonly string[] {
    const { sort, sortOfFew } = this.#facts
    const names = sort.map((name) => name.replace('-', ''))
    return names.filter((name) => sortOfFew?.[name] === undefined)
  }

  get filters(): Readonly<Record<string, Filter>> {
    return this.#facts.filters
  }

  get filterFields(): readonly string[] {
    return Object.keys(this.#facts.filters)
  }

  /** What is left out of a list that is asked by these filters. */
  asideOf(asked: readonly string[]): Aside | undefined {
    const { aside } = this.#facts
    return aside?.askedBy.some((name) => asked.includes(name)) === true ? undefined : aside
  }

  get entity(): EntityName<object> {
    return this.#entity
  }

  async one(unit: Unit, where: Record<string, unknown>): Promise<object> {
    this.#prepare(unit)
    const { known } = this.#facts
    const names = Object.keys(where)
    const columns = names.map((name) => `"${this.#column(unit, name).column}"`)
    const values = [unit.tenantId, ...Object.values(where)]
    const text =
      `select ${this.#selection()} from "${this.#table}" where "tenant_id" = $1` +
      columns.map((column, at) => ` and ${column} = $${at + 2}`).join('') +
      (known === undefined ? '' : ` and "${this.#column(unit, known).column}" is not null`) +
      ` and ${boundText(boundOfList(unit, factsOf(this.#table)), values)}`
    const [row] = await unit.transaction.prepared(text, values)
    return row === undefined ? notFound() : this.#asSeen(unit, row)
  }

  async page(unit: Unit, search: Search, fixed: object, linked?: Linked): Promise<PageOf<object>> {
    const asked = this.#order(unit, search, isOfOne(fixed))
    const list = JSON.stringify([
      unit.tenantId,
      ...markOfScope(unit.scope),
      this.#table,
      fixed,
      search.filters,
      asked.map(({ property, descending }) => [property, descending]),
      linked?.ownerId,
    ])
    const key = unit.runtime.keys.cursors
    const today = await unit.today()
    const rowsOf = (of: Search) => {
      const shown = this.#shown(unit, of, fixed, today)
      return linked === undefined ? shown : shown.where('id', 'in', linkedIds(unit, linked))
    }
    const query = rowsOf(search)
    const counted = search.count ? await countOf(unit, query) : undefined
    const from = search.cursor === undefined ? [] : decodeCursor(search.cursor, list, key)
    const apart = this.#apart(search, { tenantId: unit.tenantId, today })
    const { stretches, order } =
      apart === undefined
        ? await this.#sought(unit, search, asked, query, from)
        : {
            stretches: apart.each.map((one) =>
              rowsOf({ ...search, filters: apart.rest }).where(one),
            ),
            order: asked,
          }
    const rows = await this.#read(unit, stretches, order, { from, wanted: search.limit + 1 })
    const found = rows.slice(0, search.limit).map((row) => this.#asSeen(unit, row))
    const last = found.at(-1)
    const hasMore = rows.length > search.limit
    return {
      data: found,
      hasMore,
      nextCursor:
        hasMore && last !== undefined
          ? encodeCursor(
              order.map(({ property }) => plain(last[property])),
              list,
              key,
            )
          : null,
      ...(counted !== undefined && { count: counted }),
    }
  }

  /** Where few rows are asked for in another order than their own, these are read first. */
  async #sought(
    unit: Unit,
    { filters }: Search,
    order: readonly Order[],
    query: Select,
    from: readonly unknown[],
  ): Promise<{ stretches: readonly Select[]; order: readonly Order[] }> {
    const [first, ...rest] = order
    const few = first?.property === 'id' ? undefined : this.#perhapsFew(unit, filters)
    if (few !== undefined && (few.isOfTime || first?.words === undefined)) {
      return { stretches: [await firstOf(unit, this.#table, few, query)], order }
    }
    // Of two words, one asked for and one sorted by, there is an index.
    const others = Object.keys(filters).filter((name) => this.#words(name) === undefined)
    const isFiltered = others.some((name) => filters[name] !== undefined)
    if (first?.words === undefined || !isFiltered) return { stretches: [query], order }
    const found = await firstOfWords(unit, this.#table, first.column, query)
    if (found === undefined) return { stretches: [query], order }
    // A page goes on in its word though no row should have it any more.
    const words = first.words.filter((word) => found.words.has(word) || word === from[0])
    return { stretches: [found.query], order: [{ ...first, words }, ...rest] }
  }

  /** Those of a time, or of one client. */
  #perhapsFew(unit: Unit, filters: Search['filters']): PerhapsFew | undefined {
    const moment = this.#moment
    const time = moment === undefined ? undefined : filters[moment]
    if (moment !== undefined && time !== undefined) {
      const within = madeWithin(kindOf(this.#meta!), time)
      return { within, told: this.#column(unit, moment).column, max: fewOfTimeMax, isOfTime: true }
    }
    const { clientColumn } = factsOf(this.#table)
    const client = this.#columns.find(({ column }) => column === clientColumn)
    const asked = client && filters[client.property]
    if (client === undefined || typeof asked !== 'string') return undefined
    const within = sql<boolean>`${sql.ref(client.column)} = ${asked}`
    return { within, told: 'id', max: fewOfClientMax, isOfTime: false }
  }

  /** One part of the order after the other, until there are as many rows as are wanted. */
  async #read(
    unit: Unit,
    stretches: readonly Select[],
    order: readonly Order[],
    { from, wanted }: { from: readonly unknown[]; wanted: number },
  ) {
    const rows: Record<string, unknown>[] = []
    const { parts, values } = partsAfter(partsOf(order), from)
    const shown = this.#columns.map(({ column, property }) => `${column} as ${property}` as const)
    for (const [at, part] of parts.entries()) {
      const begun = at === 0 ? values : []
      const { kysely } = unit.transaction
      const more = orderedOf(kysely, stretches, part, begun, wanted - rows.length)
      rows.push(...(await more.select(shown).execute()))
      if (rows.length >= wanted) break
    }
    return rows
  }

  /** The next ids of what the filters find, in their order. */
  async pageOfIds(
    unit: Unit,
    filters: Record<string, unknown>,
    { after: from, until, limit }: { after: string; until: string; limit: number },
  ): Promise<string[]> {
    const rows = await this.#rows(unit, { filters }, {}, await unit.today())
      .where('id', '>', from)
      .where('id', '<=', until)
      .select('id')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => String(id))
  }

  /** How many rows the filters find at present. */
  async countOfIds(unit: Unit, filters: Record<string, unknown>, until: string): Promise<number> {
    const row = await this.#rows(unit, { filters }, {}, await unit.today())
      .where('id', '<=', until)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirst()
    return Number(row?.['n'] ?? 0)
  }

  /** Those of the ids that the caller may see. */
  async known(unit: Unit, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#rows(unit, { filters: {} }, {}, await unit.today())
      .where(sql<boolean>`id = any(${[...ids]})`)
      .select('id')
      .execute()
    return new Set(rows.map(({ id }) => String(id)))
  }

  #shown(unit: Unit, search: Search, fixed: object, today: BusinessDate): Select {
    const query = this.#rows(unit, search, fixed, today)
    const asked = Object.entries(search.filters).filter(([, value]) => value !== undefined)
    const aside = this.asideOf(asked.map(([name]) => name))
    if (aside === undefined) return query
    return query.where(this.#column(unit, aside.field).column, '<>', sql.lit(aside.value))
  }

  #rows(
    unit: Unit,
    search: Pick<Search, 'filters' | 'inBody'>,
    fixed: object,
    today: BusinessDate,
  ): Select {
    this.#prepare(unit)
    let query = unit.transaction.kysely
      .selectFrom(this.#table)
      .where('tenant_id', '=', unit.tenantId) as unknown as Select
    query = bounded(query, boundOfList(unit, factsOf(this.#table)))
    const { known } = this.#facts
    if (known !== undefined) query = query.where(this.#column(unit, known).column, 'is not', null)
    for (const [name, value] of Object.entries(fixed)) {
      query = query.where(this.#column(unit, name).column, '=', value)
    }
    for (const [name, value] of Object.entries(search.filters)) {
      if (value === undefined) continue
      const { column } = this.#askedColumn(
        unit,
        name,
        search.inBody ? `/filters/${name}` : `?${name}`,
      )
      query = query.where(this.#found(name, column, value, { tenantId: unit.tenantId, today }))
    }
    return query
  }

  #found(name: string, column: string, value: unknown, at: AskedAt): RawBuilder<boolean> {
    const filter: Partial<Filter> = this.#facts.filters[name] ?? {}
    const asked = askedOf(value)
    if (name === this.#moment) return madeWithin(kindOf(this.#meta!), value)
    if (filter.finds !== undefined) return filter.finds(column, asked, at)
    return conditionOf(column, asked, this.#words(name) !== undefined, filter)
  }

  /** What a field may say, of a closed set: as literals, for which partial indexes are found. */
  #words(property: string): readonly string[] | undefined {
    const { enum: isClosed, items } = this.#meta?.properties[property] ?? {}
    return isClosed === true ? (items as readonly string[]) : undefined
  }

  /** The requested order, then the id in the same direction, so that one index serves both. */
  #order(unit: Unit, { sort: asked, filters, inBody }: Search, isShort: boolean): Order[] {
    this.#prepare(unit)
    const pointer = inBody === true ? '/sort' : '?sort'
    const names = asked.length > 0 ? asked : this.#facts.sort.slice(0, 1)
    if (!isShort) this.#refuseOfMany(names, filters, pointer)
    const order = names.map((name, at): Order => {
      const property = name.replace('-', '')
      const column = this.#askedColumn(unit, property, pointer)
      return {
        // Rows of one moment are told apart by what is asked for after it.
        ...(property === this.#moment && at === names.length - 1
          ? this.#column(unit, 'id')
          : column),
        descending: name.startsWith('-'),
        words: isShort ? undefined : this.#words(property),
      }
    })
    const direction = order.at(-1)?.descending ?? false
    order.push({ ...this.#column(unit, 'id'), descending: direction })
    // A field that is named a second time has no effect.
    return order.filter(
      ({ property }, at) => at === order.findIndex((by) => by.property === property),
    )
  }

  #apart({ filters }: Search, at: AskedAt) {
    if (filters[this.#moment ?? 'id'] !== undefined) return undefined
    return apartOf(filters, this.#facts.filters, at)
  }

  #refuseOfMany(sorts: readonly string[], filters: Search['filters'], pointer: string): void {
    for (const name of sorts.map((sort) => sort.replace('-', ''))) {
      const needed = this.#facts.sortOfFew?.[name]
      if (needed === undefined || needed.some((filter) => filters[filter] !== undefined)) continue
      invalid(pointer, 'SORT_OF_FEW', sortOfFewText(name, needed))
    }
  }

  get #table(): string {
    return this.#meta?.tableName ?? ''
  }

  #prepare(unit: Unit): void {
    if (this.#meta !== undefined) return
    const meta = unit.runtime.orm.getMetadata().get(this.#entity)
    this.#meta = meta
    this.#moment = momentOf(meta)
    this.#columns = columnsOf(this.#meta).all.filter(({ hidden }) => !hidden)
  }

  #column(unit: Unit, property: string): Column {
    this.#prepare(unit)
    const found = this.#columns.find((column) => column.property === property)
    if (found === undefined) throw new Error(`${this.#table} has no ${property}`)
    return found
  }

  #selection(): string {
    return this.#columns.map(({ column, property }) => `"${column}" as "${property}"`).join(', ')
  }

  /** A filter or order by a hidden field would reveal its value. */
  #askedColumn(unit: Unit, property: string, pointer: string): Column {
    const column = this.#column(unit, property)
    if (mayAskBy(unit.scope, factsOf(this.#table), property)) return column
    return invalid(pointer, 'NOT_SHOWN', `You are not shown ${property}`)
  }

  /** As an entity has it: amounts come as text from the driver. */
  #asSeen(unit: Unit, row: Record<string, unknown>) {
    if (this.#meta !== undefined) restoreAmounts(this.#meta, [row])
    return seenBy(unit.scope, factsOf(this.#table), row)
  }
}

/** The same for one kind of row; nothing in it depends on which. */
export function tableOf<E extends object>(entity: EntityName<E>, facts: TableFactsOfList): Table {
  return new Table(entity as EntityName<object>, facts)
}

export const sortOfFewText = (name: string, needed: readonly string[]): string =>
  `Sort by ${name} only together with ${needed.join(' or ')}`

const plain = (value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** What belongs to one thing is little enough to be sorted. */
const isOfOne = (fixed: object) => Object.keys(fixed).some((name) => name.endsWith('Id'))

interface Meta {
  className: string
  tableName: string
  properties: Readonly<Record<string, { enum?: boolean | undefined; items?: unknown } | undefined>>
}
