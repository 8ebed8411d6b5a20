import type { Runtime } from '../kernel/write/runtime.ts'
import type { OperatorTenant } from '../domain/access/principal.ts'
import type { Environment } from '../environment.ts'
import { searchAttributes } from '../domain/processes.ts'
import type { EngineClient } from './engine-client.ts'
import type { Say, TemporalEngine } from './engines.ts'
import { longestRestMs, Presence, type BackgroundPart } from './presence.ts'
import type { OwnEngines } from './probes.ts'
import { poolAcrossTenants } from './runtime.ts'
import type { RunningWorkers } from './worker.ts'
import type { ProcessName } from '../domain/processes.ts'
import type { Stuck } from '../kernel/relay/reconcile.ts'
import type { Relay } from '../kernel/relay/relay.ts'

/** Of a process; stopped in the reverse order of its start. */
export interface Part {
  stop(): Promise<void>
  /** A database or Temporal that this process runs: it ends, whoever else does not. */
  isEngine?: boolean
}

interface Work {
  engine: TemporalEngine
  temporal: EngineClient
  own: OwnEngines
  say: Say
  environment: Environment
  operator: OperatorTenant
}

/** What does its work without being asked by anybody, and is seen only if it says so. */
export async function startBackground(
  serves: (part: BackgroundPart) => boolean,
  runtime: Runtime,
  relayUrl: string,
  work: Work,
  parts: Part[],
) {
  const presence = new Presence(relayUrl, runtime.log)
  parts.push(presence)
  const workers = serves('worker') ? await startWork(runtime, relayUrl, work, parts) : undefined
  const relay = serves('relay') ? await startRelay(relayUrl, work, runtime, parts) : undefined
  if (workers !== undefined) presence.add('worker', () => areAtWork(workers))
  if (relay !== undefined) presence.add('relay', () => relay.restsMs < longestRestMs)
  await presence.start()
  return { workers, relay }
}

/** What workflows ask for. */
async function startWork(
  runtime: Runtime,
  relayUrl: string,
  { engine, temporal, own, say, environment }: Work,
  parts: Part[],
): Promise<RunningWorkers> {
  const { startWorkers } = await import('./worker.ts')
  const across = poolAcrossTenants(relayUrl)
  parts.push({ stop: () => across.end() })
  const prepare = () => prepared(temporal, engine, say)
  const away = () => [own.database, own.temporal].some((kept) => kept?.away() !== undefined)
  const { RECEIVABLES_WORKER_BUILD: build } = environment
  const workers = await startWorkers({ ...runtime, across }, engine, prepare, away, build)
  if (build !== undefined) {
    say(
      `version ${build} gets work once it is the one of: npx receivables workers current ${build}`,
    )
  }
  parts.push(workers)
  keepPromises(relayUrl, runtime)
  return workers
}

/** Of one that has just ended another takes the place. */
const areAtWork = (workers: RunningWorkers): boolean =>
  Object.values(workers.states()).every((is) => is === 'RUNNING')

/** A Temporal of one's own may lack what ours is started with. */
async function prepared(
  engine: EngineClient,
  { embedded, namespace }: TemporalEngine,
  say: Say,
): Promise<void> {
  if (embedded !== undefined) return
  const { prepareNamespace } = await import('../ports/temporal/prepare.ts')
  const { connection } = await engine.connected()
  await prepareNamespace(connection, namespace, Object.keys(searchAttributes), say)
}

/** What was accepted before its room was built is done by the first that can; it holds up nobody. */
function keepPromises(relayUrl: string, runtime: Runtime): void {
  import('../activities/webhooks/inbound/apply-all-kept.ts')
    .then(({ applyAllKept }) => applyAllKept(relayUrl, runtime))
    .catch((error: unknown) => runtime.log.warn({ err: error }, 'events that were kept still are'))
}

/** What is carried to Temporal and to receivers, and what is looked after every minute. */
async function startRelay(
  url: string,
  { temporal, environment, operator }: Work,
  runtime: Runtime,
  parts: Part[],
): Promise<Relay> {
  const { log, keys, poster, documents } = runtime
  const [
    { Relay: RelayOf },
    { Reconciler },
    { JobSchedules },
    { TenantSchedules },
    { Deliverer },
    { gathering, overdue },
    { Watch },
    { Resealer },
    { leaveStuck, settleStuck },
    { leaveRefused, settleRefused },
    { client },
  ] = await Promise.all([
    import('../kernel/relay/relay.ts'),
    import('../kernel/relay/reconcile.ts'),
    import('../kernel/relay/job-schedules.ts'),
    import('../kernel/relay/tenant-schedules.ts'),
    import('../activities/webhooks/deliverer.ts'),
    import('../activities/areas.ts'),
    import('../activities/watch.ts'),
    import('./resealer.ts'),
    import('../activities/system/leave-stuck.ts'),
    import('../activities/automation/leave-refused.ts'),
    temporal.connected(),
  ])
  const deliverer = new Deliverer({ url, poster, keys, log })
  const leave = (stuck: Stuck) => leaveStuck(runtime, stuck)
  const settle = (tenantId: string, process: ProcessName) => settleStuck(runtime, tenantId, process)
  const reconciler = new Reconciler({ url, client, documents, log, overdue, leave, settle })
  const schedules = [
    new JobSchedules({ url, client, log }),
    new TenantSchedules({
      url,
      client,
      log,
      leave: (refused) => leaveRefused(runtime, refused),
      settle: (tenantId) => settleRefused(runtime, tenantId),
    }),
  ]
  const onBack = () => [reconciler, ...schedules].forEach((each) => each.soon())
  const { RECEIVABLES_TENANT_WEIGHTS: weights } = environment
  const relay = new RelayOf({ url, client, log, gathering, weights, onBack })
  const watch = new Watch(url, runtime, operator)
  const resealer = new Resealer({ relayUrl: url, runtime, client })
  const started = [relay, deliverer, reconciler, ...schedules, watch, resealer]
  for (const part of started) part.start()
  parts.push({
    async stop() {
      await Promise.all(started.map((part) => part.stop()))
    },
  })
  return relay
}
