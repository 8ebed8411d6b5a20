import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Environment } from '../environment.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import type { OperatorTenant } from '../domain/access/principal.ts'
import { orAborted } from '../embedded/keep-running.ts'
import { portOr } from '../embedded/ports.ts'
import { install, installOnceBroughtUp } from '../install/database.ts'
import { moveFormerDocuments, refuseOtherDocuments, shelfOf } from '../install/same-documents.ts'
import { operatorTenant } from '../install/operator-tenant.ts'
import { refuseUnsafeRole } from '../install/roles.ts'
import { engineClient, type EngineClient } from './engine-client.ts'
import { demonstrationFile } from './data-folder.ts'
import { demonstration } from './demonstration.ts'
import { startDoor } from './engine-ui/start-door.ts'
import { writeFacts } from './facts-file.ts'
import { serveHealth, type RunningHealth } from './health-port.ts'
import { comingEngine } from './coming-engine.ts'
import { startDatabase, type EngineEvents, type Say, type TemporalEngine } from './engines.ts'
import { refuseUnguardedEngine } from './guarded-engine.ts'
import { addresses, engineUi, urlsOf, type EngineUi } from './addresses.ts'
import { enginesPid, joined, leaveEngines } from './running-engines.ts'
import { takeDataFolder, type DataFolder } from './one-platform.ts'
import { KeyFollower } from './key-follower.ts'
import { readKeys } from './master-key.ts'
import { armCrashPoint } from '../ports/process/crash-point.ts'
import { followClock } from '../ports/database/clock.ts'
import { answeredLog } from './answered-log.ts'
import { createProbes, type ProbedParts } from './probes.ts'
import { createLog, createMail, createRuntime } from './runtime.ts'
import { tracing } from './tracing.ts'
import { takesRequests, welcome } from './welcome.ts'
import { urlOf } from './small-server.ts'
import { startBackground, type Part } from './work.ts'

export type Role = 'api' | 'worker' | 'relay' | 'all'

export interface Platform {
  stop(): Promise<void>
}

/** So long all parts may take to stop; beside engines of ours less, which then are still to be ended. */
const stopWithinMs = { withEngines: 6_000, without: 8_500 }

/** Everything that a role needs, in the order in which one part needs another; stopped in reverse. */
export async function start(
  given: Environment,
  role: Role,
  say: Say,
  onLoss: () => void,
  signal: AbortSignal,
): Promise<Platform> {
  armCrashPoint(given.RECEIVABLES_CRASH_AT)
  await refuseUnguardedEngine(given)
  const parts: Part[] = []
  let folder: DataFolder | undefined
  const stop = async () => {
    folder?.leaves()
    leaveEngines(given)
    const failed: unknown[] = []
    // Whoever waits for an engine that hangs must not keep it from being ended.
    const hasEngines = parts.some(({ isEngine }) => isEngine === true)
    const until = performance.now() + stopWithinMs[hasEngines ? 'withEngines' : 'without']
    for (const part of parts.toReversed()) {
      const stopped = part.stop().catch((error) => failed.push(error))
      await (part.isEngine === true ? stopped : Promise.race([stopped, moment(until)]))
    }
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('; '))
  }
  try {
    parts.push(...(await tracing(given, role)))
    if (role === 'all') {
      folder = await takeDataFolder(given.RECEIVABLES_DATA_DIR, say)
      parts.push({ stop: async () => folder?.release() })
    }
    const events = { say, onLoss }
    const { running, demo } = await startParts(await joined(given), role, events, parts, signal)
    folder?.serves(running.api)
    welcome(say, running, demo)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const moment = (untilMs: number) =>
  sleep(Math.max(1, untilMs - performance.now()), undefined, { ref: false })

async function startParts(
  environment: Environment,
  role: Role,
  events: EngineEvents,
  parts: Part[],
  signal: AbortSignal,
) {
  const { say } = events
  const log = createLog(environment)
  const serves = (part: Role) => role === part || role === 'all'
  const begun = await startEngines(environment, events, parts, { role, log })
  const { ownUrl, database, coming, installed } = begun
  const temporal = engineClient(coming.at, begun.keys)
  const urls = urlsOf(environment, serves('api') ? ownUrl : undefined)
  const runtime = await startRuntime(environment, { ...begun, temporal, urls, log, say }, parts)
  const { relayUrl } = installed
  const own = { database: database.embedded, temporal: coming }
  const isOurs = database.embedded !== undefined || enginesPid(environment) !== undefined
  const operator = operatorTenant(environment.RECEIVABLES_OPERATOR_TENANT, relayUrl, isOurs)
  const goOn = async () => {
    const engine = await orAborted(coming.engine, signal)
    const work = { engine, temporal, own, say, environment, operator }
    return startBackground(serves, runtime, relayUrl, work, parts)
  }
  // Requests are taken without what comes after them; that may have to be built, which lasts.
  const isEarly = serves('api') && !coming.isAtHand
  const file = demonstrationFile(environment.RECEIVABLES_DATA_DIR)
  const owns = database.embedded !== undefined || serves('api')
  // A database of somebody's own gets tenants whose tokens are printed only if that is asked for.
  const fallback = database.embedded === undefined ? 'off' : 'on'
  const isWanted = owns && (environment.RECEIVABLES_DEMO ?? fallback) === 'on'
  const making = demonstration(runtime, file, isWanted, say)
  // Who fails meanwhile ends the start, and this with it.
  making.catch(() => undefined)
  const behind = isEarly ? { workers: undefined, relay: undefined } : await goOn()
  const demo = await making
  const probed = { runtime, engine: temporal, own, relayUrl, ...behind }
  const answering = await startAnswering(environment, serves('api'), probed, { begun, operator })
  parts.push(answering)
  const tell = (ui: EngineUi, engine: Partial<TemporalEngine>) => {
    if (!owns) return
    const pid = database.embedded === undefined ? enginesPid(environment) : process.pid
    writeFacts(file, { ...addresses(ownUrl, engine, ui, database.ownerUrl), pid, ...demo })
  }
  if (isEarly) {
    tell({}, {})
    say(takesRequests(ownUrl))
    Object.assign(probed, await goOn())
  }
  const engine = coming.at()
  const door = await startDoor(environment, runtime, operator, engine.uiUrl, demo)
  if (door !== undefined) parts.push(door)
  const ui = engineUi(file, engine, door)
  tell(ui, engine)
  const showsTokens = database.embedded !== undefined && process.stdout.isTTY
  const health = serves('api') ? undefined : answering.url
  const running = { role, api: ownUrl, health, ...ui, file, showsTokens }
  return { running, demo }
}

interface Ground extends Pick<Begun, 'keys' | 'installed'> {
  temporal: EngineClient
  urls: ReturnType<typeof urlsOf>
  log: Logger
  say: Say
}

/** What all parts work with; nobody serves before all documents are found. */
async function startRuntime(
  environment: Environment,
  { keys, installed, temporal, urls, log, say }: Ground,
  parts: Part[],
): Promise<Runtime> {
  const mail = await createMail(environment, say)
  const runtime = createRuntime(environment, installed.runUrl, keys, mail, log, urls, temporal)
  parts.push(
    { stop: () => runtime.poster.close() },
    { stop: async () => runtime.apart.stop() },
    { stop: () => closed(runtime) },
    temporal,
  )
  parts.push(await followClock(runtime.pool, (err) => log.warn({ err }, 'the time was not read')))
  await bringDocuments(environment, runtime, say)
  return runtime
}

/** At the port of the interface, or of its health alone. */
async function startAnswering(
  environment: Environment,
  isInterface: boolean,
  probed: ProbedParts,
  { begun: { port, coming }, operator }: { begun: Begun; operator: OperatorTenant },
): Promise<RunningHealth> {
  const probes = createProbes(probed, isInterface)
  if (!isInterface) return serveHealth(environment, probes)
  const { startApi } = await import('./api.ts')
  const isComing = coming.isAtHand ? undefined : coming.away
  const kept = { keepAnswered: answeredLog(environment), coming: isComing }
  return startApi(environment, probed.runtime, probes, port, operator, kept)
}

type Begun = Awaited<ReturnType<typeof startEngines>>

/** The database, brought up to the code, and Temporal beside it. */
async function startEngines(
  environment: Environment,
  events: EngineEvents,
  parts: Part[],
  who: { role: Role; log: Logger },
) {
  const { say } = events
  const database = await startDatabase(environment, events)
  parts.push({ isEngine: database.embedded !== undefined, stop: database.stop })
  const keys = await readKeys(environment, database.ownerUrl, say)
  const bring = environment.RECEIVABLES_MIGRATE === 'on' ? install : installOnceBroughtUp
  const installing = bring(database.ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys, say)
  installing.catch(() => undefined)
  // Temporal needs the database server alone, so both get ready side by side.
  const port = await portOr(environment.PORT)
  if (port !== environment.PORT) say(`port ${environment.PORT} is taken: serving at ${port}`)
  const ownUrl = urlOf('127.0.0.1', port)
  const coming = await comingEngine(environment, database, events)
  parts.push({ isEngine: environment.TEMPORAL_ADDRESS === undefined, stop: coming.stop })
  if (coming.isAtHand) await coming.engine
  const installed = await installing
  const follower = new KeyFollower(environment, installed.runUrl, keys, who)
  parts.push(follower)
  await Promise.all([
    refuseUnsafeRole(installed.runUrl),
    refuseOtherDocuments(database.ownerUrl, shelfOf(environment)),
    follower.start(),
  ])
  return { keys, port, ownUrl, database, coming, installed }
}

async function closed({ pool, documents }: Runtime): Promise<void> {
  await Promise.all([pool.close(), documents.close?.()])
}

async function bringDocuments(environment: Environment, { documents }: Runtime, say: Say) {
  if (shelfOf(environment) !== undefined) return
  await moveFormerDocuments(join(environment.RECEIVABLES_DATA_DIR, 'documents'), documents, say)
}
