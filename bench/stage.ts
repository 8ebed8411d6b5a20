import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createOrm, type Runtime } from '../src/activities/runtime.ts'
import { issueToken } from '../src/activities/access/issue-token.ts'
import { readSettings } from '../src/config.ts'
import { freePort } from '../src/embedded/ports.ts'
import { discardPostgres, startPostgres } from '../src/embedded/postgres.ts'
import { besides } from '../src/embedded/postgres-data.ts'
import { ensureDatabase, install, type Installed } from '../src/install/database.ts'
import { newTenant, yearMs } from '../src/install/new-tenant.ts'
import { Pool } from '../src/ports/database/pool.ts'
import { Poster } from '../src/ports/webhooks/post.ts'
import { folderStore } from '../src/ports/documents/folder-store.ts'
import { erpPorts } from '../src/ports/erp/erp-ports.ts'
import { deriveKeys } from '../src/ports/keys/keys.ts'
import { createLog } from '../src/run/runtime.ts'
import { startProgram, type Program, type Start } from './programs.ts'

/** A PostgreSQL that keeps what it confirms, the platform's database on it, and who may call. */
export interface Stage {
  installed: Installed
  masterKey: string
  /** Connections of one process, the same for ours and theirs. */
  pool: number
  /** As the owner of everything, to load rows and to look at what was written. */
  owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Statements one after the other on a connection of the run-time role. */
  once(statements: readonly string[]): Promise<void>
  /** Where the database server writes what it is told to log. */
  log: string
  tenant(): Promise<Caller>
  /** The platform's own process with `--role api`, as an operator starts it. */
  api(more?: Pick<Start, 'flags'>): Promise<Program>
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

export async function createStage(dir: string): Promise<Stage> {
  const dataDir = join(dir, 'postgres')
  const postgres = await startPostgres({ dataDir, durable: true, progress: () => undefined })
  const close = async () => {
    await postgres.stop()
    discardPostgres(dataDir)
  }
  try {
    return await furnished(dir, postgres.url('postgres'), postgres.url(database), close)
  } catch (error) {
    await close()
    throw error
  }
}

async function furnished(
  dir: string,
  adminUrl: string,
  ownerUrl: string,
  closeServer: () => Promise<void>,
): Promise<Stage> {
  await ensureDatabase(adminUrl, database)
  const masterKey = randomBytes(32).toString('hex')
  const installed = await install(ownerUrl, undefined, deriveKeys(masterKey), () => undefined)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const runtime = runtimeOn(installed, masterKey)
  const apiStart = async () => apiStartOf(dir, ownerUrl, masterKey)
  return {
    installed,
    masterKey,
    pool,
    owner: async (text, values = []) => (await owner.query(text, values)).rows,
    once: (statements) => onceOn(installed.runUrl, statements),
    log: besides(join(dir, 'postgres')).log,
    tenant: () => tenantIn(runtime),
    apiStart,
    api: async (more = {}) => startProgram({ ...(await apiStart()), ...more }),
    async close() {
      await owner.end()
      await runtime.pool.close()
      await closeServer()
    },
  }
}

async function onceOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of statements) await client.query(text)
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
    file: 'src/main.ts',
    args: ['--role', 'api'],
    answersAt: `http://127.0.0.1:${port}/health/live`,
    env: {
      PORT: String(port),
      RECEIVABLES_DATA_DIR: dataDir,
      RECEIVABLES_DATABASE_POOL: String(pool),
      RECEIVABLES_MASTER_KEY: masterKey,
      RECEIVABLES_RATE_LIMIT: '1000000',
      DATABASE_URL: ownerUrl,
      // Nobody need be there: what these operations do is told to no workflow.
      TEMPORAL_ADDRESS: '127.0.0.1:7233',
    },
  }
}

function runtimeOn({ runUrl }: Installed, masterKey: string): Runtime {
  const onLost = () => undefined
  return {
    pool: new Pool({ url: runUrl, connections: 2, queue: 100, name: 'bench', onLost }),
    orm: createOrm(),
    keys: deriveKeys(masterKey),
    mail: { send: async () => undefined },
    documents: folderStore(join(tmpdir(), 'receivables-bench')),
    erp: erpPorts(join(tmpdir(), 'receivables-bench')),
    poster: new Poster({}),
    engine: { connected: () => Promise.reject(new Error('no engine here')) },
    log: createLog(readSettings({ RECEIVABLES_LOG_LEVEL: 'error' })),
    publicUrl: 'http://bench',
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
