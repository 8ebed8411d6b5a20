import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App, Registered } from '../../src/kernel/http/app.ts'
import type { Listed } from '../../src/kernel/read/table.ts'
import { factsOf } from '../../src/entities/table.ts'
import { rightsOf } from '../../src/kernel/http/operation.ts'
import { assignedTo, narrowedApp } from '../support/assigned.ts'
import { metaOf, type Values } from '../support/rows.ts'
import { describeByArea, pathOf, routeOf, secured, served } from '../support/served.ts'
import { unasked, UnfilteredPool } from '../support/switched-off.ts'
import {
  tenantIn,
  world,
  type Answered,
  type Api,
  type TestTenant,
  type World,
  type WorldOptions,
} from '../support/world.ts'
import { calls } from './given.ts'
import { isForTheTenantAlone } from './given-adjectives.ts'
import { Stage } from './stage.ts'

export interface ListOf {
  route: string
  one: Registered
  lists: Listed
}

const listsAmong = (all: readonly Registered[]): ListOf[] =>
  all.flatMap((one) => {
    const { lists } = one.operation.declared
    return lists === undefined ? [] : [{ route: routeOf(one), one, lists }]
  })

export const everyList = listsAmong(secured)

/** One that shows something else, whichever areas are swept. */
export const anotherThan = (list: ListOf): ListOf =>
  listsAmong(served).find(({ lists }) => lists.table.entity !== list.lists.table.entity)!

/** What is asked of a list: the same for the query of a GET and for the body of a POST. */
export interface Asked {
  filters?: Record<string, unknown>
  sort?: string[]
  limit?: unknown
  cursor?: string
  count?: boolean
}

const seeds = 7

/** One list in one tenant, with rows to show, and what the database itself says of them. */
export class ListStage {
  readonly list: ListOf
  readonly at: World
  readonly tenant: TestTenant
  params: Record<string, string> = {}

  constructor(at: World, tenant: TestTenant, list: ListOf) {
    this.list = list
    this.at = at
    this.tenant = tenant
  }

  get table(): string {
    return this.at.runtime.orm.getMetadata().get(this.list.lists.table.entity).tableName
  }

  columnOf(property: string): string {
    const { properties } = metaOf(this.at, this.table)
    return properties[property as never]?.['fieldNames'][0] as string
  }

  /** The owner that the path names, once, and rows of the list beside others that are not. */
  async #name(stage: Stage): Promise<void> {
    if (this.params !== undefined && Object.keys(this.params).length > 0) return
    const given = await calls[routeOf(this.list.one)]?.(stage)
    this.params = {
      ...(await stage.params(this.list.one.operation.path, 'GET', 0)),
      ...given?.params,
    }
  }

  /** These rows alone, of a list of what is tied to the one that the path names. */
  async tie(rows: readonly Values[]): Promise<void> {
    const { tied } = this.list.lists
    if (tied === undefined) return
    const stage = new Stage(this.at, this.tenant)
    await this.#name(stage)
    for (const row of rows) await this.#tie(stage, tied, row)
  }

  async fill(clientId: string | null = null): Promise<void> {
    const stage = new Stage(this.at, this.tenant, clientId)
    const { lists } = this.list
    await this.#name(stage)
    const { within, tied, only } = lists
    const fixed = within === undefined ? {} : { [within.field]: this.params[within.param] }
    for (let n = 0; n < seeds; n++) {
      // Every other row has whatever a list can be asked by.
      const wanted = n % 2 === 0 ? [] : lists.table.filterFields
      const row = await stage.rows.add(this.table, { ...only, ...fixed }, wanted)
      await stage.rows.add(this.table)
      if (tied !== undefined) await this.#tie(stage, tied, row)
    }
    if (tied !== undefined) await this.#tieWhatIsThere(stage, tied)
  }

  /** What nobody can make, such as a shipped role, is found by a field that only it has. */
  async #tieWhatIsThere(stage: Stage, tied: NonNullable<Listed['tied']>): Promise<void> {
    const link = this.at.runtime.orm.getMetadata().get(tied.link)
    const column = link.properties[tied.row as never]['fieldNames'][0] as string
    for (const field of this.list.lists.table.filterFields) {
      const [row] = await this.at.owner(
        `select id from ${this.table} t where tenant_id = $1 and ${this.columnOf(field)} is not null
           and not exists (select 1 from ${link.tableName} l
             where l.tenant_id = $1 and l.${column} = t.id) limit 1`,
        [this.tenant.id],
      )
      if (row !== undefined) await this.#tie(stage, tied, row)
    }
  }

  async #tie(stage: Stage, tied: NonNullable<Listed['tied']>, row: Values): Promise<void> {
    const link = this.at.runtime.orm.getMetadata().get(tied.link).tableName
    await stage.rows.add(link, { [tied.row]: row['id'], [tied.owner]: this.params['id'] })
  }

  ask(asked: Asked, api: Api = this.tenant.api): Promise<Answered> {
    const { method, path } = this.list.one.operation
    const address = pathOf(path, this.params)
    if (method === 'POST') return api.post(address, asked)
    const query = queryOf(asked)
    return api.get(query.size === 0 ? address : `${address}?${query}`)
  }

  /** The ids that the list must show, by one statement of the owner. */
  async expected(
    order: string[],
    where = 'true',
    values: unknown[] = [],
    askedBy: string[] = [],
  ): Promise<string[]> {
    const { lists } = this.list
    const conditions = ['tenant_id = $1', where]
    const all = [this.tenant.id, ...values]
    const also = (condition: string, value: unknown) => {
      all.push(value)
      conditions.push(`${condition} $${all.length}`)
    }
    for (const [field, value] of Object.entries(lists.only))
      also(`${this.columnOf(field)} =`, value)
    if (lists.known !== undefined) conditions.push(`${this.columnOf(lists.known)} is not null`)
    const aside = lists.table.asideOf(askedBy)
    if (aside !== undefined) also(`${this.columnOf(aside.field)} <>`, aside.value)
    const { within, tied } = lists
    // With the statements open, the client in a path narrows nothing: that is the caller’s own.
    const open = this.at.runtime.pool instanceof UnfilteredPool
    if (within !== undefined && !(open && within.field === 'clientId')) {
      also(`${this.columnOf(within.field)} =`, this.params[within.param])
    }
    if (tied !== undefined) {
      const { tableName, properties } = this.at.runtime.orm.getMetadata().get(tied.link)
      const of = (name: string) => properties[name as never]['fieldNames'][0] as string
      all.push(this.params['id'])
      conditions.push(
        `id in (select ${of(tied.row)} from ${tableName}
           where tenant_id = $1 and ${of(tied.owner)} = $${all.length})`,
      )
    }
    const by = order.map((name) => this.#direction(name)).join(', ')
    const rows = await this.at.owner(
      `select id from ${this.table} where ${conditions.join(' and ')} order by ${by}`,
      all,
    )
    return rows.map(({ id }) => String(id))
  }

  #direction(name: string): string {
    const way = name.startsWith('-') ? 'desc' : 'asc'
    return `${this.columnOf(name.replace('-', ''))} ${way} nulls last`
  }

  /** All pages one after the other, as a caller walks them. */
  async walk(asked: Asked, limit: number): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const { body, status }: Answered = await this.ask({
        ...asked,
        limit,
        ...(cursor !== null && { cursor }),
      })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.length).toBeLessThanOrEqual(limit)
      expect(body.hasMore).toBe(body.nextCursor !== null)
      if (body.hasMore) expect(body.data.length).toBe(limit)
      ids.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
    } while (cursor !== null)
    return ids
  }
}

function queryOf({ filters = {}, sort, ...rest }: Asked): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (Array.isArray(value)) value.forEach((one) => query.append(name, String(one)))
    else if (typeof value === 'object' && value !== null) {
      for (const [part, one] of Object.entries(value)) query.append(`${name}.${part}`, String(one))
    } else query.append(name, String(value))
  }
  if (sort !== undefined) query.append('sort', sort.join())
  for (const [name, value] of Object.entries(rest)) query.append(name, String(value))
  return query
}

/** Lists page without a gap in every order, and show what is the caller's and nothing else. */
export function listMatrix(options: WorldOptions): void {
  let at: World

  beforeAll(async () => {
    at = await world(options)
  })
  afterAll(async () => {
    // The policies aside, every statement asks for the tenant at each table that it names.
    const forgetful = unasked(at.statements)
    await at.close()
    expect(forgetful).toEqual([])
  })

  describeByArea(everyList, (ofArea) => pageLists(() => at, ofArea))
}

function pageLists(world: () => World, ofArea: readonly ListOf[]): void {
  let at: World
  let mine: TestTenant
  let other: TestTenant
  let narrowed: App

  beforeAll(async () => {
    at = world()
    narrowed = narrowedApp(at)
    mine = await tenantIn(at, 'Mine')
    other = await tenantIn(at, 'Other')
  })

  describe.each(ofArea)('$route', (list) => {
    let stage: ListStage
    const fields = list.lists.table.sortFields

    beforeAll(async () => {
      stage = new ListStage(at, mine, list)
      await stage.fill()
      await new ListStage(at, other, list).fill()
    })

    const ways = fields.flatMap((name) => [[name], [`-${name}`]])
    const mixed = fields.length > 1 ? [[fields[0]!, `-${fields[1]}`]] : []
    test.each([...ways, ...mixed].map((sort) => [sort.join(), sort] as const))(
      'pages by %s without a gap or a double',
      async (_, sort) => {
        const last = sort.at(-1)!.startsWith('-') ? '-id' : 'id'
        const expected = await stage.expected([...sort, last])
        expect(expected.length).toBeGreaterThanOrEqual(seeds)
        const limit = Math.max(2, Math.ceil(expected.length / 8))
        expect(await stage.walk({ sort }, limit)).toEqual(expected)
      },
    )

    test('counts what it shows, when asked', async () => {
      const expected = await stage.expected(['id'])
      const { body } = await stage.ask({ count: true, limit: 1 })
      expect(body.count).toBe(expected.length)
      expect((await stage.ask({})).body).not.toHaveProperty('count')
    })

    const { clientColumn, holderSees } = factsOf(tableNameOf(list))
    const isTheirs = clientColumn !== undefined && !isForTheTenantAlone(list.one)
    test.each(isTheirs ? [clientColumn] : [])(
      'shows a caller who is bound to a client that client’s alone, by its %s',
      async (column) => {
        const rows = new Stage(at, mine).rows
        const clients = [await rows.add('client'), await rows.add('client')]
        const [clientId, theirs] = clients.map(({ id }) => String(id)) as [string, string]
        const bound = new ListStage(at, mine, list)
        if (column === 'client_id') {
          await bound.fill(clientId)
          await bound.fill(theirs)
        } else await bound.tie(clients)
        const api = await mine.holding(rightsOf(list.one.operation.requires), { clientId })
        const assigned = await assignedTo(narrowed, mine, [clientId])
        const expected = await bound.expected(['id'], `${column} = $2`, [clientId])
        const { body } = await bound.ask({ limit: 500, count: true }, api)
        const ids = body.data.map(({ id }: { id: string }) => id)
        expect(ids.toSorted()).toEqual(expected.toSorted())
        expect(body.count).toBe(expected.length)
        expect(expected.length).toBeGreaterThan(0)
        // A third kind of caller: somebody to whom some of the clients are assigned.
        if (holderSees !== undefined) return
        const seen = await bound.ask({ limit: 500, count: true }, assigned.api)
        expect(seen.body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
          ids.toSorted(),
        )
        expect(seen.body.count).toBe(expected.length)
      },
    )
  })
}

function tableNameOf({ lists }: ListOf): string {
  return (lists.table.entity as unknown as { meta: { tableName: string } }).meta.tableName
}
