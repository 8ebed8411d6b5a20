import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, type Child } from './child.ts'
import { freePort, isFree } from './ports.ts'
import type { EndBy } from './processes.ts'
import { STORES, type StoreAccess } from './temporal-store.ts'

const DYNAMIC_CONFIG = fileURLToPath(new URL('../../temporal/dynamic.yaml', import.meta.url))

const END_BY: EndBy = [
  ['SIGTERM', 2_000],
  ['SIGKILL', 5_000],
]

const SERVER_PORTS = [
  'FRONTEND_GRPC_PORT',
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
] as const

export interface Running {
  child: Child
  program: string
  address: string
  log: string
}

/** The stock server on PostgreSQL; it takes its configuration from environment variables. */
export async function launchServer(
  program: string,
  dir: string,
  store: StoreAccess,
  inPlace: boolean,
): Promise<Running> {
  const ports = await portsOfLastTime(join(dir, 'temporal-ports.json'), SERVER_PORTS, inPlace)
  // Each of the four services has a pool of its own, and some connections must be left for us.
  const connections = Math.min(20, Math.max(8, 4 * availableParallelism()))
  const log = join(dir, 'temporal-server.log')
  const env = {
    ...plain(),
    ...mapValues(ports, String),
    DB: 'postgres12_pgx',
    DBNAME: STORES.temporal,
    VISIBILITY_DBNAME: STORES.visibility,
    POSTGRES_SEEDS: store.host,
    DB_PORT: String(store.port),
    POSTGRES_USER: store.user,
    POSTGRES_PWD: store.password,
    SQL_MAX_CONNS: String(connections),
    SQL_MAX_IDLE_CONNS: String(connections),
    SQL_VIS_MAX_CONNS: String(connections / 2),
    SQL_VIS_MAX_IDLE_CONNS: String(connections / 2),
    NUM_HISTORY_SHARDS: '16',
    BIND_ON_IP: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DYNAMIC_CONFIG_FILE_PATH: DYNAMIC_CONFIG,
  }
  const args = ['--allow-no-auth', 'start']
  const child = await launch({ program, args, env, log, endBy: END_BY })
  return { child, program, address: `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`, log }
}

export interface UiOptions {
  program: string
  dir: string
  address: string
  namespace: string
  port: number
}

export async function launchUi(o: UiOptions): Promise<Running> {
  const config = join(o.dir, 'temporal-ui')
  mkdirSync(config, { recursive: true })
  const configuration = {
    temporalGrpcAddress: o.address,
    host: '127.0.0.1',
    port: o.port,
    enableUi: true,
    disableNewsFetch: true,
    defaultNamespace: o.namespace,
    // The loopback has no TLS, and without this the browser would not send the cookie back.
    cors: { cookieInsecure: true },
  }
  // Temporal reads YAML, which JSON is too.
  writeFileSync(join(config, 'development.yaml'), `${JSON.stringify(configuration, null, 2)}\n`)
  const log = join(o.dir, 'temporal-ui.log')
  const args = ['--config', config, 'start']
  const child = await launch({ program: o.program, args, env: plain(), log, endBy: END_BY })
  return { child, program: o.program, address: `127.0.0.1:${o.port}`, log }
}

export interface DevOptions {
  cli: string
  dir: string
  /** Without a port there is no UI. */
  uiPort?: number
  /** The file for the state; without one the state ends with the process. */
  file?: string
  dynamicConfig: Record<string, unknown>
  endBy?: EndBy
  /** True to start at the same address as last time or not at all. */
  inPlace?: boolean
}

/** The development server: one process with its UI, on SQLite. */
export async function launchDev(o: DevOptions): Promise<Running> {
  const remembered = join(o.dir, 'temporal-ports.json')
  const { grpc } = await portsOfLastTime(remembered, ['grpc'] as const, o.inPlace === true)
  const log = join(o.dir, 'temporal-server.log')
  const args = [
    ...'server start-dev --ip 127.0.0.1 --log-level error --port'.split(' '),
    String(grpc),
    ...(o.uiPort === undefined ? ['--headless'] : ['--ui-port', String(o.uiPort)]),
    ...(o.uiPort === undefined ? [] : ['--ui-disable-news-fetch']),
    ...(o.file ? ['--db-filename', o.file, '--sqlite-pragma', 'journal_mode=WAL'] : []),
    ...(o.file ? ['--sqlite-pragma', 'synchronous=NORMAL'] : []),
    ...Object.entries(o.dynamicConfig).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${JSON.stringify(value)}`,
    ]),
  ]
  const endBy = o.endBy ?? END_BY
  const child = await launch({ program: o.cli, args, env: plain(), log, endBy })
  return { child, program: o.cli, address: `127.0.0.1:${grpc}`, log }
}

/**
 * Not our whole environment, because a variable like DB or LOG_LEVEL means something to the server.
 */
function plain(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC' }
}

/**
 * The ports of last time if they are free, so that addresses stay valid. Clients know the first
 * port: with `inPlace` it is the one of last time, or the start fails.
 */
async function portsOfLastTime<Name extends string>(
  file: string,
  names: readonly Name[],
  inPlace: boolean,
): Promise<Record<Name, number>> {
  const last = read(file)
  const chosen: [Name, number][] = []
  for (const name of names) {
    const port = last[name]
    const isKept = port !== undefined && (await isFree(port))
    if (inPlace && !isKept && name === names[0]) throw new Error(`port ${port} was taken meanwhile`)
    chosen.push([name, isKept ? port : await freePort()])
  }
  const ports = Object.fromEntries(chosen) as Record<Name, number>
  writeFileSync(file, `${JSON.stringify(ports)}\n`)
  return ports
}

function read(file: string): Record<string, number | undefined> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

function mapValues<T>(record: Record<string, T>, of: (value: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value)]))
}
