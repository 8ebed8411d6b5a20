import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, inject } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { createOrm, type Runtime } from '../../src/kernel/write/runtime.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { issueToken, type NewToken } from '../../src/activities/access/issue-token.ts'
import { buildApp, type App } from '../../src/kernel/http/app.ts'
import { createKernel, type Kernel } from '../../src/kernel/http/kernel.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { installedAt, type Installed } from '../../src/install/logins.ts'
import { newTenant } from '../../src/install/new-tenant.ts'
import type { NewTenant } from '../../src/activities/access/create-tenant.ts'
import { allByOne } from '../../src/domain/topics.ts'
import { clientOf } from '../../src/ports/database/connect.ts'
import { withIdsInside } from './ids-inside.ts'
import { steadyTables } from '../../src/entities/table.ts'
import { poolAcrossTenants } from '../../src/run/runtime.ts'
import { areas } from '../../src/operations.ts'
import { Apart } from '../../src/ports/apart/apart.ts'
import { Poster, type PosterOptions } from '../../src/ports/webhooks/post.ts'
import { folderStore } from '../../src/ports/documents/folder-store.ts'
import { placesAt } from '../../src/ports/documents/places.ts'
import { bareRepositories } from '../../src/ports/git/bare-repositories.ts'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import { sftpServers } from '../../src/ports/sftp/put-file.ts'
import { refusedReach } from '../../src/ports/sftp/reach.ts'
import { erpPorts } from '../../src/ports/erp/erp-ports.ts'
import { shippedRails } from '../../src/ports/rails/shipped-rails.ts'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import type { Keys } from '../../src/ports/keys/keys.ts'
import type { Letter } from '../../src/ports/mail/mail.ts'
import { listening } from './listening.ts'
import type { Right } from '../../src/policy/rights.ts'
import { openPolicies, RecordingPool, UnfilteredPool } from './switched-off.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string; masterKey: string; rolePrefix: string }
  }
}

/** A database of its own, cloned from the migrated template, and the platform on it. */
export interface World {
  runtime: Runtime
  kernel: Kernel
  app: App
  keys: Keys
  installed: Installed
  letters: Letter[]
  /** In which each tenant has a folder where banks leave files. */
  banks: string
  /** Where units locked against the order of locks; the world does not close over any. */
  outOfOrder: string[]
  /** Each statement that was sent, once. */
  statements: Set<string>
  /** How many statements were sent so far. */
  sent(): number
  /** How many transactions were tried as one message. */
  trips(): number
  /** Moves the clock that every request reads. */
  clock: { now: Date }
  owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export interface WorldOptions {
  /** `open`: every policy of row level security lets all through, so that the statements alone hold. */
  policies?: 'kept' | 'open'
  /** `off`: no statement names its tenant or client any more, so that the policies alone hold. */
  filters?: 'kept' | 'off'
  /** Receivers of webhooks that may stand on this machine, and who resolves their names. */
  poster?: PosterOptions
  /** SFTP servers that may stand on this machine. */
  sftpHosts?: ReadonlySet<string>
  /** What decodes and draws apart, where the usual will not do. */
  apart?: Apart
  /** How many work at the same time. */
  connections?: number
  /** It listens, so that rails tell it how payment requests ended. */
  listens?: boolean
}

/** As in a process that serves: it owns no connection, and to learn all tables takes its time. */
let orm: Runtime['orm'] | undefined

export async function world(options: WorldOptions = {}): Promise<World> {
  const { url, template, masterKey, rolePrefix } = inject('postgres')
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${database} template ${template} strategy file_copy`)
  const ownerUrl = new URL(url)
  ownerUrl.pathname = `/${database}`
  const keys = deriveKeys(masterKey)
  const installed = installedAt(ownerUrl.href, rolePrefix, keys)
  const log = pino({ level: process.env['RECEIVABLES_LOG_LEVEL'] ?? 'fatal' })
  const pool = new (options.filters === 'off' ? UnfilteredPool : RecordingPool)({
    url: installed.runUrl,
    connections: options.connections ?? 4,
    queue: 1000,
    name: 'test',
    steady: steadyTables(),
    onLost: () => undefined,
  })
  const letters: Letter[] = []
  const mail = { send: async (letter: Letter) => void letters.push(letter) }
  const folder = await mkdtemp(join(tmpdir(), 'receivables-documents-'))
  const documents = folderStore(folder, placesAt(installed.runUrl))
  const poster = new Poster({ ...options.poster })
  const erp = erpPorts(join(folder, 'erp'), poster)
  const banks = join(folder, 'banks')
  const reaching = { allowedHosts: options.sftpHosts ?? new Set<string>() }
  const bankFeeds = bankFeedPorts(banks, reaching)
  const git = bareRepositories(join(folder, 'git'))
  const engine = { connected: () => Promise.reject(new Error('no engine in this world')) }
  const apart = options.apart ?? new Apart()
  const ways = { rails: shippedRails, git, poster, engine, fileServers: sftpServers(reaching) }
  const outside = { mail, documents, apart, erp, bankFeeds, ...ways }
  const outOfOrder: string[] = []
  const across = poolAcrossTenants(installed.relayUrl)
  const runtime: Runtime = {
    skipsTime: true,
    pool,
    across,
    orm: (orm ??= createOrm()),
    keys,
    ...outside,
    refusedReach: (host, port) => refusedReach(host, port, reaching),
    log,
    publicUrl: 'http://test',
    eventsUrl: 'http://test',
    registered,
    outOfOrder: (message) => {
      outOfOrder.push(message)
      throw new Error(message)
    },
  }
  const clock = { now: new Date() }
  const kernel = await createKernel(runtime, {
    rateLimit: 0,
    countsStrangers: false,
    bodyLimit: 1024 * 1024,
    checkAnswers: true,
    now: () => clock.now,
  })
  const owner = clientOf(ownerUrl.href)
  await owner.connect()
  if (options.policies === 'open') await openPolicies(owner)
  const app = buildApp(areas, kernel)
  const served = options.listens === true ? await listening(app, runtime) : undefined
  // One session, since tests begin transactions on it, so one question at a time.
  let asked: Promise<unknown> = Promise.resolve()
  return {
    runtime,
    kernel,
    app,
    keys,
    installed,
    letters,
    banks,
    outOfOrder,
    statements: pool instanceof RecordingPool ? pool.statements : new Set(),
    sent: () => (pool instanceof RecordingPool ? pool.sent : 0),
    trips: () => (pool instanceof RecordingPool ? pool.trips : 0),
    clock,
    owner: (text, values = []) => {
      const answer = asked.then(() => owner.query(withIdsInside(text), values))
      asked = answer.catch(() => undefined)
      return answer.then(({ rows }) => rows)
    },
    async close() {
      await served?.stop()
      await kernel.lastUses.flush()
      apart.stop()
      await documents.close?.()
      await pool.close()
      await across.end()
      await owner.end()
      await rm(folder, { recursive: true, force: true })
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
      if (outOfOrder.length > 0) throw new Error(outOfOrder.join('\n'))
    },
  }
}

/** A world with a tenant, for a file of tests, that ends when they have. */
export async function worldWithTenant(
  options: WorldOptions = {},
): Promise<{ at: World; tenant: TestTenant }> {
  const at = await world(options)
  afterAll(() => at.close())
  return { at, tenant: await tenantIn(at) }
}

export interface Answered {
  status: number
  headers: Headers
  // What a test expects of an answer it asserts itself; the schemas are held against it elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** Calls as somebody: each test reads as what that somebody does. */
export interface Api {
  token: string
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  delete(path: string, headers?: Record<string, string>): Promise<Answered>
  send(method: string, path: string, init?: RequestInit): Promise<Answered>
}

export function apiAs({ app }: { app: App }, token: string): Api {
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token !== '' && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${token}`)
    const response = await app.request(path, { ...init, method, headers })
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, path, {
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  return {
    token,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
    send,
  }
}

export interface TestTenant {
  id: string
  runtime: Runtime
  /** Its first token: super-user, every right. */
  api: Api
  /** Work below the interface, as the platform. */
  work<T>(verb: (unit: Unit) => Promise<T> | T): Promise<T>
  /** A caller who holds just these rights. */
  holding(rights: readonly Right[], more?: Partial<NewToken>): Promise<Api>
}

/**
 * One person does all but open a book again, withdrawals from loans too; nothing chosen is as a new
 * tenant has it.
 */
const byOne = { ...allByOne, LOCKED_PERIOD_BACK: 'ALWAYS', LOAN_WITHDRAWAL: 'OFF' } as const

export async function tenantIn(
  at: World,
  name = 'Tenant',
  dualControl: NewTenant['dualControl'] = byOne,
): Promise<TestTenant> {
  const { tenantId, token } = await newTenant(at.runtime, {
    dualControl,
    name: `${name} ${randomBytes(4).toString('hex')}`,
    sandbox: true,
    timeZone: 'Europe/Stockholm',
  })
  const work: TestTenant['work'] = (verb) =>
    inUnit(at.runtime, platform(tenantId, 'test'), { now: at.clock.now }, async (unit) =>
      verb(unit),
    )
  return {
    id: tenantId,
    runtime: at.runtime,
    api: apiAs(at, token),
    work,
    async holding(rights, more = {}) {
      const issued = await work((unit) =>
        issueToken(unit, { kind: 'SYSTEM', name: 'test', rights, lifetimeMs: 3_600_000, ...more }),
      )
      return apiAs(at, issued.token)
    },
  }
}
