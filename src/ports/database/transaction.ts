import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Writable } from 'node:stream'
import type { PoolClient, QueryResult as PgResult } from 'pg'
import { planningFor, type Purpose } from './planning.ts'
import { isNarrowed, reachOf, type Scope } from '../../domain/access/scope.ts'
import type { Pool } from './pool.ts'
import { hasTooManyStatements, sendPrepared } from './statements.ts'

export type Row = Record<string, unknown>

/** The tables' types are the entities'; queries here are built from their metadata. */
export type AnyDatabase = Record<string, Record<string, unknown>>

/** Whose rows are seen in this transaction; row level security reads it. */
export interface Sight {
  tenantId: string
  scope?: Scope
}

const idShape = /^[\w.]*$/

const names = ['app.scope', 'app.client_id', 'app.debtor_id', 'app.holder_id']

/** What the settings of these names say of it. */
const settingsOf = (scope: Scope): string[] => [
  reachOf(scope),
  scope.clientId ?? '',
  scope.debtorId ?? '',
  scope.holderId ?? '',
]

/** Begins, and binds what follows to its tenant: one message, whose ids are known to be plain. */
function opening(client: PoolClient, { tenantId, scope }: Sight, purpose: Purpose): string {
  const settings = [`app.tenant_id='${tenantId}'`, `app.scope=''`]
  const told = scope === undefined || !isNarrowed(scope) ? [] : settingsOf(scope)
  settings.push(...told.map((value, at) => `${names[at]}='${value}'`))
  if (![tenantId, ...told].every((id) => idShape.test(id))) {
    throw new Error('an id holds more than letters')
  }
  const earlier = takeLeft(client) ? 'rollback;' : ''
  const set = settings.map((setting) => `set local ${setting}`).join(';')
  return `${earlier}begin;${set}${planningFor(purpose)}`
}

/** Connections whose last user only read and left without a word, each with the end of its time. */
const left = new WeakMap<PoolClient, NodeJS.Timeout>()
const leftForMs = 20

function takeLeft(client: PoolClient): boolean {
  clearTimeout(left.get(client))
  return left.delete(client)
}

function leave(client: PoolClient): void {
  const end = () => {
    if (takeLeft(client)) client.query('rollback').catch(() => undefined)
  }
  left.set(client, setTimeout(end, leftForMs).unref())
  client.release(hasTooManyStatements(client))
}

/** What is worth a write of its own: the database works on it while more is made. */
const heldBytesMax = 16 * 1024

/** Holds the socket until the next tick, so that what follows is sent together with it. */
function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const sent = send()
  if (stream.writableLength > heldBytesMax) while (stream.writableCorked > 0) stream.uncork()
  return sent
}

const settings = names.map((name, at) => `set_config('${name}', $${at + 1}, true)`)
const narrowing = `select ${settings.join()}`

function opened(client: PoolClient, sight: Sight, purpose: Purpose): Promise<unknown> {
  const sent = inOneWrite(client, () => client.query(opening(client, sight, purpose)))
  // Whoever queries next sees the same broken connection; nobody waits for this one alone.
  sent.catch(() => undefined)
  return sent
}

/** One transaction on one connection, bound to one tenant from its first statement on. */
export class Transaction {
  readonly #pool: Pool
  readonly #sight: Sight
  readonly #purpose: Purpose
  #client: PoolClient
  #opening: Promise<unknown>
  readonly #ahead: Promise<unknown>[] = []
  #narrowed: Scope | undefined
  #hasSavepoint = false
  #ended = false

  private constructor(pool: Pool, client: PoolClient, sight: Sight, purpose: Purpose) {
    this.#pool = pool
    this.#sight = sight
    this.#purpose = purpose
    this.#client = client
    this.#opening = opened(client, sight, purpose)
  }

  static async begin(pool: Pool, sight: Sight, purpose: Purpose): Promise<Transaction> {
    return new Transaction(pool, await pool.client(), sight, purpose)
  }

  get kysely(): Kysely<AnyDatabase> {
    return kyselyOf(this.#client)
  }

  /** From here on no more is visible than this. */
  narrow(scope: Scope): void {
    this.#narrowed = scope
    this.prepared(narrowing, settingsOf(scope)).catch(() => undefined)
  }

  /** A place to which what follows can be taken back. */
  async savepoint(name: string): Promise<void> {
    this.#hasSavepoint = true
    await this.query(`savepoint ${name}`)
  }

  get hasSavepoint(): boolean {
    return this.#hasSavepoint
  }

  /**
   * Lets the connection go while others work, who may need one; what was done so far is taken back.
   * What follows is done in another transaction that sees the same.
   */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    await this.#end('rollback')
    try {
      return await work()
    } finally {
      this.#client = await this.#pool.client()
      this.#opening = opened(this.#client, this.#sight, this.#purpose)
      this.#ended = false
      if (this.#narrowed !== undefined) this.narrow(this.#narrowed)
    }
  }

  async query<R extends Row>(text: string, values: unknown[] = []): Promise<R[]> {
    const result: PgResult<R> = await this.#client.query<R>({ text, values })
    return result.rows
  }

  /** A statement that is parsed once a connection. */
  async prepared<R extends Row>(text: string, values: unknown[]): Promise<R[]> {
    const { rows } = await sendPrepared<R>(this.#client, text, values)
    return rows
  }

  /** Sends without waiting: `sent` tells of a failure, which fails all that follows as well. */
  ahead(
    text: string,
    values: unknown[],
    meant: (error: unknown) => unknown = (error) => error,
  ): void {
    const told = inOneWrite(this.#client, () => this.prepared(text, values))
    const sent = told.catch((error: unknown) => {
      throw meant(error)
    })
    sent.catch(() => undefined)
    this.#ahead.push(sent)
  }

  /** Waits for what was sent ahead, and fails, once, as the first of it did. */
  async sent(): Promise<void> {
    await Promise.all(this.#ahead.splice(0))
  }

  async commit(): Promise<void> {
    await this.#end('commit')
  }

  async rollback(): Promise<void> {
    await this.#end('rollback')
  }

  /** Ends what only read, at no cost: the next to begin on the connection rolls it back in passing. */
  leave(): void {
    if (this.#ended) return
    this.#ended = true
    leave(this.#client)
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    try {
      await this.#opening
      const result = await this.#client.query(how)
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (how === 'commit' && result.command !== 'COMMIT') throw new Error('the commit rolled back')
      this.#client.release(hasTooManyStatements(this.#client))
    } catch (error) {
      this.#client.release(error instanceof Error ? error : true)
      if (how === 'commit') throw error
    }
  }
}

const kyselyByClient = new WeakMap<PoolClient, Kysely<AnyDatabase>>()

function kyselyOf(client: PoolClient): Kysely<AnyDatabase> {
  let kysely = kyselyByClient.get(client)
  if (kysely === undefined) {
    kysely = kyselyOn(new ClientConnection(client))
    kyselyByClient.set(client, kysely)
  }
  return kysely
}

class ClientConnection implements DatabaseConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query
    // Queries with parameters repeat themselves; those with their values inside would never.
    const result =
      parameters.length === 0
        ? await this.#client.query(text)
        : await sendPrepared(this.#client, text, [...parameters])
    const rows = result.rows as R[]
    if (!['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)) return { rows }
    return { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('nothing streams inside a transaction')
  }
}

/** A Kysely on the one connection it is given, or on none: then every query is refused. */
export function kyselyOn(connection?: DatabaseConnection): Kysely<AnyDatabase> {
  const refuseQuery = async (): Promise<DatabaseConnection> => {
    throw new Error('a query outside of a transaction')
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: connection === undefined ? refuseQuery : async () => connection,
    beginTransaction: async () => undefined,
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return new Kysely<AnyDatabase>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: () => {
        throw new Error('the schema is not read at run time')
      },
    },
  })
}
