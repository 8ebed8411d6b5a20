import { statSync } from 'node:fs'
import pg from 'pg'
import type { Progress } from './cache.ts'
import { runProgram } from './run-program.ts'

export interface StoreAccess {
  host: string
  port: number
  user: string
  password: string
}

export const STORES = { temporal: 'temporal_temporal', visibility: 'temporal_visibility' } as const

/**
 * Makes the two databases of the Temporal server, or updates their schema. The comment of each
 * database names the program that did it, so that one query shows if nothing is to be done.
 */
export async function prepareStores(
  sqlTool: string,
  access: StoreAccess,
  progress: Progress,
): Promise<void> {
  const { size, mtimeMs } = statSync(sqlTool)
  const mark = `Temporal schema, by the tool of ${size} bytes from ${Math.round(mtimeMs)}`
  const marks = await readMarks(access)
  const behind = Object.entries(STORES).filter(([, database]) => marks.get(database) !== mark)
  if (behind.length === 0) return
  progress('preparing the databases of the Temporal server')
  // One after the other, because each is copied from the same template.
  for (const [, database] of behind) {
    if (!marks.has(database)) await run(sqlTool, access, database, 'create-database')
  }
  await Promise.all(
    behind.map(async ([part, database]) => {
      const schema = `postgresql/v12/${part}`
      await run(sqlTool, access, database, 'setup-schema', '-v', '0.0')
      await run(sqlTool, access, database, 'update-schema', '--schema-name', schema)
      await withClient(access, 'postgres', (client) =>
        client.query(`comment on database ${database} is '${mark}'`),
      )
    }),
  )
}

/**
 * Forgets the members of the cluster: a killed server would count as one for 20 seconds, and the
 * next server would try to reach it. The caller makes sure that no server uses these databases.
 */
export async function forgetMembers(access: StoreAccess): Promise<void> {
  await withClient(access, STORES.temporal, (client) =>
    client.query('delete from cluster_membership'),
  )
}

async function readMarks(access: StoreAccess): Promise<Map<string, string>> {
  const query = `select datname, shobj_description(oid, 'pg_database') as mark
    from pg_database where datname = any($1)`
  const answer = await withClient(access, 'postgres', (client) =>
    client.query<{ datname: string; mark: string }>(query, [Object.values(STORES)]),
  )
  return new Map(answer.rows.map((row) => [row.datname, row.mark]))
}

async function run(
  sqlTool: string,
  access: StoreAccess,
  database: string,
  ...command: string[]
): Promise<void> {
  // Passed by environment variables, because every user of the machine can read command lines.
  const env = {
    SQL_PLUGIN: 'postgres12_pgx',
    SQL_HOST: access.host,
    SQL_PORT: String(access.port),
    SQL_USER: access.user,
    SQL_PASSWORD: access.password,
    SQL_DATABASE: database,
  }
  await runProgram(sqlTool, command, { env })
}

async function withClient<T>(
  access: StoreAccess,
  database: string,
  body: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...access, database })
  client.on('error', () => {})
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}
