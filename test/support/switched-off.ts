import type pg from 'pg'
import { withIdsInside } from './ids-inside.ts'
import { platformId, platformUuid } from '../../src/domain/id-forms.ts'
import { allTables } from '../../src/entities/table.ts'
import { lineOf } from '../../src/ports/database/line.ts'
import { Pool } from '../../src/ports/database/pool.ts'
import { Message } from '../../src/ports/database/statements.ts'

/** Row level security is still there, but lets everything through. */
export async function openPolicies(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter policy %I on %I using (true) with check (true)', policyname, tablename)
       as statement from pg_policies where schemaname = 'public'`,
  )
  await owner.query(rows.map(({ statement }) => statement).join(';'))
}

type Query = (...args: unknown[]) => unknown

/** Connections whose statements pass through here on their way. */
abstract class WatchedPool extends Pool {
  readonly #watched = new WeakSet<pg.PoolClient>()

  protected abstract passing(text: string): string

  override async asLeft(tenantId?: string): Promise<pg.PoolClient> {
    const client = await super.asLeft(tenantId)
    if (this.#watched.has(client)) return client
    this.#watched.add(client)
    lineOf(client).watch = (text) => this.passing(text)
    const query = client.query.bind(client) as Query
    const watched: Query = (first, ...rest) => query(this.#passed(first), ...rest)
    return Object.assign(client, { query: watched as pg.PoolClient['query'] })
  }

  /** A message has passed when it was made. */
  #passed(query: unknown): unknown {
    if (query instanceof Message) return query
    if (typeof query === 'string') return this.passing(query)
    const { text, ...rest } = query as { text: string }
    return { ...rest, text: this.passing(text) }
  }
}

/** Its statements no longer ask for a tenant or a client: only the policies do. */
export class UnfilteredPool extends WatchedPool {
  protected override passing(text: string): string {
    return unfiltered(text)
  }
}

/** Keeps each statement that was sent, once, and counts how many were. */
export class RecordingPool extends WatchedPool {
  readonly statements = new Set<string>()
  sent = 0
  /** Transactions that went as one message. */
  trips = 0

  protected override passing(text: string): string {
    this.sent++
    if (text.startsWith(`select set_config('app.tenant_id'`)) this.trips++
    this.statements.add(text)
    return /^(?:insert into|update|delete from) "/.test(text) ? flushed(text) : text
  }
}

/** MikroORM's own flush, which only a test lets write, puts its values into its statements. */
const flushed = (sql: string) =>
  withIdsInside(sql.replaceAll(`'${platformId}'`, `'${platformUuid}'`))

/** Statements that name a table of tenants more often than they ask for the tenant. */
export function unasked(statements: Iterable<string>): string[] {
  const tables = new Set(allTables().map(({ table }) => table))
  return [...statements].filter((sql) => {
    const named = [...sql.matchAll(/\b(?:from|join|update)\s+"?(\w+)"?/gi)]
    const reads = named.filter(([, table = '']) => tables.has(table)).length
    const asks = [...sql.matchAll(/"?tenant_id"?\s*(?:=|in\b)|\("tenant_id"[^)]*\)\s+in\b/gi)]
      .length
    return reads > asks
  })
}

/** What the unit of work reads by a client, as `"c0"."client_id"`, may be its key: that stays. */
const named = /((?:"?\w+"?\.)?"?(?:tenant_id|(?<!"\w\d+"\.")client_id)"? = \$\d+)/g

const assigned = /is_assigned\([^()]*\)/g

/** An UPDATE keeps what it sets: only what it asks for is opened. */
export function unfiltered(sql: string): string {
  const asksFrom = /^\s*update\b/i.test(sql) ? sql.search(/\bwhere\b/i) : 0
  const opened = sql.slice(asksFrom).replaceAll(assigned, '($& or true)')
  return sql.slice(0, asksFrom) + opened.replaceAll(named, '($1 or true)')
}
