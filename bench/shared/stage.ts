import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientOf } from '../../src/ports/database/connect.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { issueToken } from '../../src/activities/access/issue-token.ts'
import { freePort } from '../../src/embedded/ports.ts'
import {
  discardPostgres,
  startPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded/postgres.ts'
import { filesBeside } from '../../src/embedded/postgres-data.ts'
import { ensureDatabase, install } from '../../src/install/database.ts'
import type { Installed } from '../../src/install/logins.ts'
import { newTenant, yearMs } from '../../src/install/new-tenant.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { once } from './pgbench.ts'
import { startProgram, type Program, type Start } from './programs.ts'
import { runtimeOn } from './runtime.ts'

/** A PostgreSQL that keeps what it confirms, the platform's database on it, and who may call. */
export interface Stage {
  installed: Installed
  /** The server that all processes of it come from. */
  postgresPid: number
  runtime: Runtime
  masterKey: string
  /** Connections of one process, the same for ours and theirs. */
  pool: number
  /** As the owner of everything, to load rows and to look at what was written. */
  owner(text: string, values?: unknown[], name?: string): Promise<Record<string, unknown>[]>
  /** The same, each value as PostgreSQL writes it. */
  asText(text: string, values?: unknown[]): Promise<Record<string, string | null>[]>
  /** What the server does by itself within a minute: until then it plans for empty tables. */
  analyzed(): Promise<void>
  /** Statements one after the other on a connection of the run-time role. */
  once(statements: readonly string[], n?: number): Promise<void>
  /** Where the database server writes what it is told to log. */
  log: string
  tenant(): Promise<Caller>
  /** The platform's own process with `--role api`, as an operator starts it. */
  api(more?: Pick<Start, 'flags' | 'env'>): Promise<Program>
  /** The same for another role, which answers nowhere. */
  role(role: 'worker' | 'relay', more?: Pick<Start, 'flags' | 'env'>): Promise<Program>
  apiStart(): Promise<Start>
  close(): Promise<void>
}

/** A token that holds two of the shipped roles, so that the rights of each call are weighed. */
export interface Caller {
  tenantId: string
  token: string
}

const database = 'receivables'
const pool = 8
const callersRights = ['administrator', 'operator']

/** On a stage in a folder of its own, of which nothing is left. */
export async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-bench-'))
  chmodSync(dir, 0o755)
  try {
    const stage = await createStage(dir)
    await work(stage).finally(() => stage.close())
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

export async function createStage(dir: string): Promise<Stage> {
  const dataDir = join(dir, 'postgres')
  const postgres = await startPostgres({ dataDir, durable: true, progress: () => undefined })
  const close = async () => {
    await postgres.stop()
    discardPostgres(dataDir)
  }
  try {
    return await furnished(dir, postgres, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function furnished(
  dir: string,
  postgres: EmbeddedPostgres,
  closeServer: () => Promise<void>,
): Promise<Stage> {
  const ownerUrl = postgres.url(database)
  await ensureDatabase(postgres.url('postgres'), database)
  const masterKey = randomBytes(32).toString('hex')
  const installed = await install(ownerUrl, undefined, deriveKeys(masterKey), () => undefined)
  const owner = clientOf(ownerUrl)
  await owner.connect()
  const inside = new pg.Client({ connectionString: ownerUrl })
  await inside.connect()
  // What only watches shall cost little beside what is measured.
  await owner.query('set plan_cache_mode = force_generic_plan')
  const runtime = runtimeOn(installed.runUrl, masterKey, pool)
  const apiStart = async () => apiStartOf(dir, ownerUrl, masterKey)
  return {
    installed,
    postgresPid: postgres.pid,
    runtime,
    masterKey,
    pool,
    owner: async (text, values = [], name = '') => (await owner.query({ name, text, values })).rows,
    asText: async (text, values = []) => (await inside.query({ text, values, types: raw })).rows,
    analyzed: async () => void (await owner.query('analyze')),
    once: (statements, n) => onceOn(installed.runUrl, statements, n),
    log: filesBeside(join(dir, 'postgres')).log,
    tenant: () => tenantIn(runtime),
    apiStart,
    async api({ env, ...more } = {}) {
      const plain = await apiStart()
      return startProgram({ ...plain, ...more, env: { ...plain.env, ...env } })
    },
    async role(role, { env, ...more } = {}) {
      const { answersAt: _, ...plain } = await apiStart()
      const as = { args: ['--role', role], says: 'is ready' }
      return startProgram({ ...plain, ...as, ...more, env: { ...plain.env, ...env } })
    },
    async close() {
      await owner.end()
      await inside.end()
      await runtime.pool.close()
      await closeServer()
    },
  }
}

const raw = { getTypeParser: () => (value: unknown) => value }

async function onceOn(url: string, statements: readonly string[], n = Date.now() * 1000) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await once(client, { statements }, n)
  } finally {
    await client.end()
  }
}

/** Everything that is on by default is on; the rate is limited, at a rate that is never reached. */
async function apiStartOf(dir: string, ownerUrl: string, masterKey: string): Promise<Start> {
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  return {
    file: 'bin/serve.mjs',
    args: ['--role', 'api'],
    answersAt: `http://127.0.0.1:${port}/health/live`,
    env: {
      PORT: String(port),
      RECEIVABLES_DATA_DIR: dataDir,
      RECEIVABLES_DATABASE_POOL: String(pool),
      RECEIVABLES_MASTER_KEY: masterKey,
      RECEIVABLES_RATE_LIMIT: '1000000',
      RECEIVABLES_TENANT_RATE_LIMIT: '0',
      DATABASE_URL: ownerUrl,
      // Nobody need be there: what these operations do is told to no workflow.
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
    },
  }
}

async function tenantIn(runtime: Runtime): Promise<Caller> {
  const issued = { token: '' }
  const facts = { name: 'Bench', sandbox: true, timeZone: 'Europe/Stockholm' }
  const { tenantId } = await newTenant(runtime, facts, (unit, roles) => {
    const roleIds = callersRights.map((key) => roles.get(key)!.id)
    const wanted = { kind: 'SYSTEM', name: 'Bench', roleIds, lifetimeMs: yearMs } as const
    issued.token = issueToken(unit, wanted).token
  })
  return { tenantId, token: issued.token }
}
