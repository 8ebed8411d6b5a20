import {
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { PoolClient } from 'pg'
import { lineOf } from './line.ts'
import { withTenants } from './values.ts'

/** The tables' types are the entities'; queries here are built from their metadata. */
export type AnyDatabase = Record<string, Record<string, unknown>>

const kyselyByClient = new WeakMap<PoolClient, Kysely<AnyDatabase>>()

export function kyselyOf(client: PoolClient): Kysely<AnyDatabase> {
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
    const line = lineOf(this.#client)
    if (parameters.length === 0) {
      const { rows, rowCount } = await line.say(text)
      return { rows: withTenants<R>(rows), numAffectedRows: BigInt(rowCount ?? 0) }
    }
    const { rows, done } = await line.join({ text, values: parameters })
    const affected = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(done)?.[1]
    return {
      rows: rows as R[],
      ...(affected !== undefined && { numAffectedRows: BigInt(affected) }),
    }
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
