import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Progress } from './cache.ts'
import { launch, tail, type Child, type Exit } from './child.ts'
import { lockOrRefuse, type Lock } from './lock.ts'
import { freePort, isFree } from './ports.ts'
import {
  archiveNowhere,
  filesBeside,
  passwordOf,
  plainEnvironment,
  preparedData,
} from './postgres-data.ts'
import { endLeftovers } from './postgres-leftovers.ts'
import { postgresPrograms, postgresUser, type RunAs } from './postgres-programs.ts'

export { discardPostgres } from './postgres-data.ts'

export interface PostgresOptions {
  dataDir: string
  durable: boolean
  port?: number
  sharedBuffers?: string
  maxConnections?: number
  /** Aborts a start that is no longer wanted. */
  signal?: AbortSignal
  progress(line: string): void
}

export interface EmbeddedPostgres {
  host: string
  port: number
  superuser: 'postgres'
  password: string
  pid: number
  url(database: string): string
  stop(): Promise<void>
  exited: Promise<Exit>
}

const HOST = '127.0.0.1'

/** Starts the embedded PostgreSQL, after ending what a killed run left of an earlier one. */
export async function startPostgres(o: PostgresOptions): Promise<EmbeddedPostgres> {
  const asked = resolve(o.dataDir)
  const lock = await takeDataDir(asked, o.progress)
  try {
    const user = postgresUser()
    const programs = await postgresPrograms(user, o.progress)
    const dir = await preparedData(asked, programs, user, o.progress)
    await endLeftovers(dir, user, o.progress)
    const password = await passwordOf(asked, dir, programs, user)
    if (o.durable) archiveNowhere(dir)
    const start = { ...o, asked, dir, password, user, program: programs.postgres }
    const { child, port } = await startOnSomePort(start)
    void child.exited.then(() => lock.release())
    writeFileSync(filesBeside(asked).port, `${port}\n`)
    return {
      host: HOST,
      port,
      superuser: 'postgres',
      password,
      pid: child.pid,
      url: (database) => `postgresql://postgres:${password}@${HOST}:${port}/${database}`,
      stop: child.stop,
      exited: child.exited,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** One process at a time uses a data directory; a postmaster found under our lock is a leftover. */
function takeDataDir(asked: string, progress: Progress): Promise<Lock> {
  mkdirSync(dirname(asked), { recursive: true, mode: 0o755 })
  const refusal = (holder: number) =>
    `The data directory ${asked} is in use by process ${holder}; stop that one, or set ` +
    'RECEIVABLES_DATA_DIR to another folder'
  return lockOrRefuse(`${asked}.lock`, refusal, progress)
}

interface Start extends PostgresOptions {
  asked: string
  dir: string
  password: string
  user: RunAs
  program: string
}

/**
 * Tries again if another program takes the port between our finding it free and listening on it.
 */
async function startOnSomePort(o: Start): Promise<{ child: Child; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = o.port ?? (await portOfLastTime(o.asked)) ?? (await freePort())
    try {
      return { child: await startOn(o, port), port }
    } catch (error) {
      if (o.port !== undefined || attempt === 3 || (await isFree(port))) throw error
    }
  }
}

async function startOn(o: Start, port: number): Promise<Child> {
  const { log } = filesBeside(o.asked)
  const child = await launch({
    program: o.program,
    args: ['-D', o.dir, ...parameters(o, port).flatMap((parameter) => ['-c', parameter])],
    env: plainEnvironment(),
    log,
    endBy: [
      ['SIGINT', 8_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ],
    ...o.user,
  })
  try {
    await untilReady(child, port, o)
    return child
  } catch (error) {
    await child.stop()
    throw new Error(`PostgreSQL would not start: ${reasonOf(error)}\n${tail(log)}`, {
      cause: error,
    })
  }
}

function parameters(o: Start, port: number): string[] {
  const roomy = Math.min(totalmem(), process.constrainedMemory() || Infinity) >= 4 * 2 ** 30
  return [
    `listen_addresses=${HOST}`,
    `port=${port}`,
    'unix_socket_directories=',
    `max_connections=${o.maxConnections ?? 100}`,
    `shared_buffers=${o.sharedBuffers ?? (o.durable && roomy ? '256MB' : '128MB')}`,
    `max_wal_size=${o.durable ? '2GB' : '512MB'}`,
    // New tables fill quickly, and without statistics the planner reads whole tables.
    'autovacuum_naptime=5s',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // Where to, `npx receivables backup` says while it runs; to change the mode takes a start.
    ...(o.durable ? ['archive_mode=on'] : []),
    ...(o.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
}

async function untilReady(child: Child, port: number, o: Start): Promise<void> {
  const began = Date.now()
  let reportedAt = began
  for (;;) {
    o.signal?.throwIfAborted()
    if (child.hasExited()) throw new Error('it ended at once; its log says why')
    try {
      return await probe(port, o.password)
    } catch (error) {
      const { code } = error as { code?: string }
      // During recovery after a crash the server answers 57P03; any other code is final.
      if (code !== 'ECONNREFUSED' && code !== '57P03' && code !== 'ECONNRESET') throw error
    }
    if (Date.now() - reportedAt > 5_000) {
      reportedAt = Date.now()
      o.progress(`PostgreSQL is recovering: ${Math.round((reportedAt - began) / 1000)} s`)
    }
    await sleep(10)
  }
}

async function probe(port: number, password: string): Promise<void> {
  const client = new pg.Client({
    host: HOST,
    port,
    user: 'postgres',
    password,
    database: 'postgres',
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}

async function portOfLastTime(asked: string): Promise<number | undefined> {
  try {
    const port = Number(readFileSync(filesBeside(asked).port, 'utf8'))
    return port && (await isFree(port)) ? port : undefined
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
