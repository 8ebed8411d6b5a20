import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Environment } from '../environment.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { portOr } from '../embedded/ports.ts'
import { install, installOnceBroughtUp } from '../install/database.ts'
import { moveFormerDocuments, refuseOtherDocuments } from '../install/same-documents.ts'
import { operatorTenant } from '../install/operator-tenant.ts'
import { refuseUnsafeRole } from '../install/roles.ts'
import { engineClient } from './engine-client.ts'
import { demonstration, demonstrationFile } from './demonstration.ts'
import { startDoor } from './engine-ui/start-door.ts'
import { writeFacts } from './facts-file.ts'
import { serveHealth } from './health-port.ts'
import { startDatabase, startEngine, type EngineEvents, type Say } from './engines.ts'
import { refuseUnguardedEngine } from './guarded-engine.ts'
import { addresses, engineUi, urlsOf } from './addresses.ts'
import { enginesPid, joined, leaveEngines } from './running-engines.ts'
import { takeDataFolder, type DataFolder } from './one-platform.ts'
import { KeyFollower } from './key-follower.ts'
import { readKeys } from './master-key.ts'
import { armCrashPoint } from '../ports/process/crash-point.ts'
import { followClock } from '../ports/database/clock.ts'
import { answeredLog } from './answered-log.ts'
import { createProbes } from './probes.ts'
import { createLog, createMail, createRuntime } from './runtime.ts'
import { tracing } from './tracing.ts'
import { welcome } from './welcome.ts'
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
    const { running, demo } = await startParts(await joined(given), role, say, onLoss, parts)
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
  say: Say,
  onLoss: () => void,
  parts: Part[],
) {
  const log = createLog(environment)
  const serves = (part: Role) => role === part || role === 'all'
  const { keys, port, ownUrl, database, engine, installed } = await startEngines(
    environment,
    { say, onLoss },
    parts,
    { role, log },
  )
  const mail = await createMail(environment, say)
  const urls = urlsOf(environment, serves('api') ? ownUrl : undefined)
  const temporal = engineClient(engine, keys)
  const { runUrl, relayUrl } = installed
  const runtime = createRuntime(environment, runUrl, keys, mail, log, urls, temporal)
  parts.push(
    { stop: () => runtime.poster.close() },
    { stop: async () => runtime.apart.stop() },
    { stop: () => closed(runtime) },
    temporal,
  )
  parts.push(await followClock(runtime.pool, (err) => log.warn({ err }, 'the time was not read')))
  await bringDocuments(environment, runtime, say)
  const own = { database: database.embedded, temporal: engine.embedded }
  const isOurs = database.embedded !== undefined || enginesPid(environment) !== undefined
  const operator = operatorTenant(environment.RECEIVABLES_OPERATOR_TENANT, relayUrl, isOurs)
  const work = { engine, temporal, own, say, environment, operator }
  const { workers, relay } = await startBackground(serves, runtime, relayUrl, work, parts)
  const file = demonstrationFile(environment.RECEIVABLES_DATA_DIR)
  const owns = database.embedded !== undefined || serves('api')
  // A database of somebody's own gets tenants whose tokens are printed only if that is asked for.
  const fallback = database.embedded === undefined ? 'off' : 'on'
  const isWanted = owns && (environment.RECEIVABLES_DEMO ?? fallback) === 'on'
  const demo = await demonstration(runtime, file, isWanted, say)
  const probed = { runtime, engine: temporal, own, workers, relay, relayUrl }
  const probes = createProbes(probed, serves('api'))
  const health = serves('api') ? undefined : await serveHealth(environment, probes)
  if (health !== undefined) parts.push(health)
  if (serves('api')) {
    const { startApi } = await import('./api.ts')
    const kept = { keepAnswered: answeredLog(environment) }
    parts.push(await startApi(environment, runtime, probes, port, operator, kept))
  }
  const door = await startDoor(environment, runtime, operator, engine.uiUrl, demo)
  if (door !== undefined) parts.push(door)
  const ui = engineUi(file, engine, door)
  if (owns) {
    const pid = database.embedded === undefined ? enginesPid(environment) : process.pid
    const where = addresses(ownUrl, engine, ui, database.ownerUrl)
    writeFacts(file, { ...where, pid, ...demo })
  }
  const showsTokens = database.embedded !== undefined && process.stdout.isTTY
  const running = { role, api: ownUrl, health: health?.url, ...ui, file, showsTokens }
  return { running, demo }
}

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
  const engine = await startEngine(environment, database, events)
  parts.push({ isEngine: engine.embedded !== undefined, stop: engine.stop })
  const installed = await installing
  await refuseUnsafeRole(installed.runUrl)
  const follower = new KeyFollower(environment, installed.runUrl, keys, who)
  parts.push(follower)
  await follower.start()
  await refuseOtherDocuments(database.ownerUrl, environment.RECEIVABLES_DOCUMENTS_DIR)
  return { keys, port, ownUrl, database, engine, installed }
}

async function closed({ pool, documents }: Runtime): Promise<void> {
  await Promise.all([pool.close(), documents.close?.()])
}

/** Nobody serves before they are all found. */
async function bringDocuments(environment: Environment, { documents }: Runtime, say: Say) {
  if (environment.RECEIVABLES_DOCUMENTS_DIR !== undefined) return
  await moveFormerDocuments(join(environment.RECEIVABLES_DATA_DIR, 'documents'), documents, say)
}
