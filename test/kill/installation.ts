import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../../src/embedded/ports.ts'
import { discardPostgres } from '../../src/embedded/postgres.ts'
import { isAlive } from '../../src/embedded/processes.ts'
import { STORES } from '../../src/embedded/temporal-store.ts'
import { exampleId } from '../../src/entities/ids.ts'
import { enginesApart } from './engines-apart.ts'
import {
  launchIn,
  launchRole,
  startRole,
  untilReady,
  type Role,
  type RoleProcess,
} from './role-process.ts'
import { withClient } from '../../src/ports/database/connect.ts'

export type Part = RolePart | 'temporal' | 'postgres'
export type RolePart = 'api' | 'worker' | 'relay'

/** By which the demonstration has mailed somebody already. */
export const demonstrated = exampleId('Invitation')

/** What `demo.json` says of it. */
export interface Facts {
  api: string
  temporalAddress: string
  temporalNamespace: string
  databaseUrl: string
  tenantId: string
  clientId: string
  tokens: { system: string; client: string }
  users: { email: string; password: string }[]
}

export interface Answer {
  status: number
  headers: Headers
  // What a test reads of it is the test's own affair.
  body: Record<string, unknown>
}

/** A whole installation of real processes in a folder of its own. */
export interface Installation {
  dir: string
  facts(): Facts
  /** Kills the process of that part with SIGKILL, and returns when it is gone. */
  kill(part: Part): Promise<void>
  /** Starts a part that was killed, or waits for one that the platform starts again itself. */
  start(part: Part): Promise<void>
  /** Starts a part that was killed, to die by itself at a named point, and waits until it has. */
  doomed(part: RolePart, crashAt: string): Promise<void>
  /** The process that runs a part now. */
  pidOf(part: Part): number
  /** All that the processes said so far. */
  said(): string
  /** Waits until every part says that it can work. */
  ready(withinMs?: number): Promise<void>
  /** What `/health/ready` says of each part: its reason, or that it is UP. */
  health(): Promise<Record<string, string>>
  /** One request with the system token; it fails where no answer comes. */
  call(method: string, path: string, body?: object, headers?: object): Promise<Answer>
  /** As a careful caller does: the same request under one key, until it is answered for good. */
  insist(method: string, path: string, body?: object): Promise<Answer>
  /** Reads the database as its owner, across tenants. */
  rows<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Another process of a part that runs in processes of its own; it ends with all others. */
  beside(part: RolePart): Promise<RoleProcess>
  /** Drops the store of Temporal: kill it before, or, where the platform keeps it up, after. */
  emptyTemporal(): Promise<void>
  close(): Promise<void>
}

/** Where the parts run, and how each of them is ended and begun. */
interface Parts {
  pidOf(part: Part): number
  begin(part: Part): Promise<void>
  end(part: Part): Promise<void>
  doom(part: RolePart, crashAt: string): Promise<void>
  beside?(part: RolePart): Promise<RoleProcess>
  close(): Promise<void>
  said(): string
}

/** Variables of `src/environment.ts`, by name. */
export type Variables = Record<string, string>

const patienceMs = 60_000
const pauseMs = 100

/** One process with engines of its own, which it keeps up: what plain `npm start` is. */
export async function together(variables: Variables = {}, folder?: string): Promise<Installation> {
  const { dir, env } = await place(variables, folder)
  return keptUp(dir, env, await startRole('all', env))
}

/** The same by the code of another checkout, which ends it for good. */
export async function togetherIn(checkout: string): Promise<Installation> {
  const { dir, env } = await place({})
  return keptUp(dir, env, await untilReady('all', launchIn(checkout, 'all', env)))
}

function keptUp(dir: string, env: Variables, first: RoleProcess): Installation {
  let platform = first
  let said = ''
  const checkOf = { postgres: 'database', temporal: 'temporal' }
  const installation = installed(dir, {
    said: () => said + platform.said(),
    pidOf: (part) => (isRole(part) ? platform.pid : enginePid(dir, part)),
    async end(part) {
      if (isRole(part)) await platform.end('SIGKILL')
      else await killed(await enginePidUp(dir, part))
    },
    async begin(part) {
      if (!isRole(part)) {
        await eventually(`${part} to be back`, async () => {
          return (await installation.health())[checkOf[part]] === 'UP'
        })
      } else if (platform.hasEnded()) {
        said += platform.said()
        platform = await startRole('all', env)
      }
    },
    async doom(_, crashAt) {
      said += platform.said()
      platform = await died('all', env, crashAt)
    },
    close: () => platform.end('SIGTERM').then(() => undefined),
  })
  return installation
}

/** The same once it runs: what has just come back may not be written down yet. */
async function enginePidUp(dir: string, engine: 'postgres' | 'temporal'): Promise<number> {
  let pid = 0
  await eventually(`the process of ${engine}`, async () => {
    try {
      pid = enginePid(dir, engine)
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
  return pid
}

/** The process of an engine that the platform of this data folder runs itself. */
export function enginePid(dir: string, engine: 'postgres' | 'temporal'): number {
  const file = (path: string) => readFileSync(join(dir, path), 'utf8')
  if (engine === 'postgres') return Number(file('postgres/postmaster.pid').split('\n')[0])
  // The server is written down before the window beside it.
  const [server] = JSON.parse(file('temporal/temporal-pids.json')) as { pid: number }[]
  return server?.pid ?? 0
}

/**
 * Interface, worker and relay in a process each, with a PostgreSQL and a Temporal that they are
 * given, and perhaps with variables that one part alone has.
 */
export async function apart(
  variables: Variables = {},
  ofPart: Partial<Record<RolePart, Variables>> = {},
): Promise<Installation> {
  const { dir, env } = await place(variables)
  const engines = await enginesApart(dir)
  const given = (part: RolePart) => ({
    ...env,
    ...engines.env,
    RECEIVABLES_DEMO: 'on',
    ...ofPart[part],
  })
  const roles = new Map<RolePart, RoleProcess>()
  const besides: RoleProcess[] = []
  let said = ''
  const close = async () => {
    await Promise.all([...roles.values(), ...besides].map((role) => role.end('SIGTERM')))
    await engines.stop()
  }
  try {
    // The interface is first: it writes down who is served.
    for (const role of ['api', 'worker', 'relay'] as const) {
      roles.set(role, await startRole(role, given(role)))
    }
  } catch (error) {
    await close()
    throw error
  }
  return installed(dir, {
    said: () => said + [...roles.values()].map((role) => role.said()).join('\n'),
    pidOf: (part) => (isRole(part) ? roles.get(part)?.pid : engines.pidOf(part)) ?? 0,
    async end(part) {
      if (isRole(part)) await roles.get(part)?.end('SIGKILL')
      else await engines.kill(part)
    },
    async begin(part) {
      if (!isRole(part)) return engines.start(part)
      const earlier = roles.get(part)
      if (earlier?.hasEnded() === false) return
      said += earlier?.said() ?? ''
      roles.set(part, await startRole(part, given(part)))
    },
    async doom(part, crashAt) {
      said += roles.get(part)?.said() ?? ''
      roles.set(part, await died(part, given(part), crashAt))
    },
    async beside(part) {
      const role = await startRole(part, given(part))
      besides.push(role)
      return role
    },
    close,
  })
}

/** A process that is to kill itself at this point, once it has. */
async function died(role: Role, env: Variables, crashAt: string): Promise<RoleProcess> {
  const doomed = launchRole(role, { ...env, RECEIVABLES_CRASH_AT: crashAt })
  const hasSaid = async () => doomed.said().includes(`dies at ${crashAt}\n`)
  await eventually('its end', async () => doomed.hasEnded()).catch(() => undefined)
  await doomed.end('SIGKILL')
  // What it said may arrive after it is gone.
  await eventually(`${role} to die at ${crashAt}`, hasSaid, 1_000)
  return doomed
}

function isRole(part: Part): part is RolePart {
  return part === 'api' || part === 'worker' || part === 'relay'
}

async function place(
  variables: Variables,
  dir = mkdtempSync(join(tmpdir(), 'receivables-kill-')),
): Promise<{ dir: string; env: Variables }> {
  const [port, uiPort] = [await freePort(), await freePort()]
  const env = {
    RECEIVABLES_DATA_DIR: dir,
    PORT: String(port),
    TEMPORAL_UI_PORT: String(uiPort),
    RECEIVABLES_LOG_LEVEL: 'silent',
    ...variables,
  }
  return { dir, env }
}

function installed(dir: string, parts: Parts): Installation {
  const facts = () => JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8')) as Facts
  // Noted at once: the file is written anew by each process that begins.
  const { api, databaseUrl, tokens } = facts()
  const call = async (method: string, path: string, body?: object, headers: object = {}) => {
    const answer = await fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${tokens.system}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const read = (text === '' ? {} : JSON.parse(text)) as Answer['body']
    return { status: answer.status, headers: answer.headers, body: read }
  }
  const health = async () => {
    const { checks } = (await call('GET', '/health/ready')).body as { checks: Checks }
    return Object.fromEntries(
      Object.entries(checks).map(([name, { reason }]) => [name, reason ?? 'UP']),
    )
  }
  return {
    dir,
    facts,
    pidOf: parts.pidOf,
    kill: parts.end,
    start: parts.begin,
    doomed: parts.doom,
    beside: (part) => parts.beside?.(part) ?? Promise.reject(new Error('All is one process')),
    said: parts.said,
    call,
    health,
    insist: (method, path, body) => insistent(call, method, path, body),
    ready: (withinMs) =>
      eventually(
        'all parts to be ready',
        async () => Object.values(await health()).every((is) => is === 'UP'),
        withinMs,
      ),
    rows: (text, values) => asOwner(databaseUrl, text, values),
    async emptyTemporal() {
      for (const store of Object.values(STORES)) {
        await asOwner(databaseUrl, `drop database if exists ${store} with (force)`)
      }
    },
    async close() {
      await parts.close()
      discardPostgres(join(dir, 'postgres'))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type Checks = Record<string, { status: string; reason?: string }>

async function insistent(
  call: Installation['call'],
  method: string,
  path: string,
  body: object | undefined,
): Promise<Answer> {
  const until = Date.now() + patienceMs
  const key = { 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await call(method, path, body, key).catch((error: unknown) => {
      if (Date.now() > until) throw error
      return undefined
    })
    // Under way is what was cut off a moment ago; the database has not yet noticed.
    const isOpen =
      answer === undefined ||
      answer.status === 503 ||
      answer.body['code'] === 'IDEMPOTENCY_IN_PROGRESS'
    if (!isOpen || Date.now() > until) return answer as Answer
    await sleep(pauseMs)
  }
}

async function asOwner<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return withClient(url, async (client) => (await client.query<R>(text, values)).rows)
}

export async function killed(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await eventually(`process ${pid} to be gone`, async () => !isAlive(pid))
}

/** Waits for what comes by itself; a question that cannot be asked yet counts as no. */
export async function eventually(
  what: string,
  holds: () => Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  const until = Date.now() + withinMs
  while (!(await holds().catch(() => false))) {
    if (Date.now() > until) throw new Error(`waited ${withinMs} ms for ${what}`)
    await sleep(pauseMs)
  }
}
