import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bundleWorkflowCode,
  DefaultLogger,
  type LogMetadata,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime as TemporalRuntime,
  type Worker,
  type WorkerOptions,
} from '@temporalio/worker'
import { createActivities } from '../activities/registry.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { deployment } from '../domain/process.ts'
import { processes, taskQueueOf, type ProcessName } from '../domain/processes.ts'
import { cacheDir, makeWhole } from '../embedded/cache.ts'
import {
  connectConfig,
  dataConverter,
  failureConverterPath,
  type TemporalAt,
} from '../ports/temporal/connect.ts'
import { UnwatchedWorker } from '../ports/temporal/unwatched-worker.ts'
import { tracedActivities, traceSinks } from './traced-work.ts'
import { keepPolling, type Polling } from './keep-polling.ts'

const sources = join(import.meta.dirname, '..')

const workflowsPath = join(sources, 'workflows', 'index.ts')
const interceptorPaths = ['refuse-not-ours.ts', 'carry-trace.ts'].map((file) =>
  join(sources, 'workflows', file),
)

/** The workflows as one script, made once for what stands in the sources and kept. */
export async function workflowBundle(): Promise<{ codePath: string }> {
  const folder = await makeWhole(
    join(cacheDir(), 'workflows', fingerprint()),
    async (draft) => {
      const { code } = await bundleWorkflowCode({
        workflowsPath,
        workflowInterceptorModules: interceptorPaths,
        failureConverterPath,
        // Their modules hold nothing of a workflow, so that all can share them.
        preloadModules: [workflowsPath, ...interceptorPaths],
        logger: new DefaultLogger('ERROR'),
      })
      writeFileSync(join(draft, 'workflows.js'), code)
    },
    () => undefined,
  )
  return { codePath: join(folder, 'workflows.js') }
}

/** What a workflow can import decides: its own files, the rules, how failures are sealed, and the SDK. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const layer of ['workflows', 'domain']) {
    for (const file of readdirSync(join(sources, layer), { recursive: true }).toSorted()) {
      if (String(file).endsWith('.ts')) {
        hash.update(`${layer}/${file}\0`).update(readFileSync(join(sources, layer, String(file))))
      }
    }
  }
  hash.update(readFileSync(failureConverterPath))
  const lock = readFileSync(join(sources, '..', 'package-lock.json'))
  return hash.update(lock).digest('hex').slice(0, 16)
}

export interface RunningWorkers {
  /** Which of the workers polls, for the readiness of the process. */
  states(): Record<string, string>
  stop(): Promise<void>
}

/** What takes longer is done again by another worker; all parts together have ten seconds. */
const shutdownGraceMs = 3_000

/**
 * How many activities of a queue a worker runs at once. Those of webhooks wait for receivers, 15 s
 * at most: with a hundred, one tenant's silent receivers would keep all others' retries waiting.
 */
export const activitiesAtOnce = (taskQueue: string): number =>
  taskQueue === taskQueueOf('webhookDelivery') ? 500 : 100

/**
 * As many tasks of workflows as there are connections for their steps: what a worker has taken
 * waits there without turns, and what it has not waits in the engine, where tenants have theirs.
 */
const stepsAtOnce = Math.max(8, 4 * availableParallelism())

/** An automatic retry is made within the task of its workflow, which has its place so long. */
const workflowTasksAtOnce = (taskQueue: string): number =>
  taskQueue === taskQueueOf('webhookDelivery') ? activitiesAtOnce(taskQueue) : stepsAtOnce

/** One worker a queue, so that slow work of one kind never takes the places of another. */
export async function startWorkers(
  runtime: Runtime,
  at: TemporalAt,
  prepare: () => Promise<void>,
  away: () => boolean,
  build: string | undefined,
): Promise<RunningWorkers> {
  installLogger(runtime)
  const [bundle] = await Promise.all([workflowBundle(), prepare()])
  const activities = createActivities(runtime)
  const { connectionOptions, namespace = at.namespace } = connectConfig(at)
  const open = async (taskQueue: string): Promise<Polling> => {
    const connection = await NativeConnection.connect(connectionOptions)
    const worker = await UnwatchedWorker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle: bundle,
      activities: { ...activities },
      dataConverter: dataConverter(runtime.keys),
      interceptors: { activity: [tracedActivities] },
      sinks: traceSinks,
      workflowTaskPollerBehavior: { type: 'autoscaling' },
      activityTaskPollerBehavior: { type: 'autoscaling' },
      maxConcurrentWorkflowTaskExecutions: workflowTasksAtOnce(taskQueue),
      maxConcurrentActivityTaskExecutions: activitiesAtOnce(taskQueue),
      maxConcurrentLocalActivityExecutions: activitiesAtOnce(taskQueue),
      ...ofBuild(build),
      shutdownGraceTime: shutdownGraceMs,
      shutdownForceTime: shutdownGraceMs + 1_000,
    })
    return { worker, ended: endOf(worker, connection, runtime) }
  }
  const queues = [...new Set((Object.keys(processes) as ProcessName[]).map(taskQueueOf))]
  const workers = await Promise.all(
    queues.map((queue) => keepPolling(queue, open, prepare, runtime)),
  )
  return {
    states: () => Object.fromEntries(workers.map(({ state }, n) => [queues[n] ?? '', state()])),
    async stop() {
      const watching = new AbortController()
      const ended = Promise.all(workers.map((worker) => worker.stop()))
      await Promise.race([ended, until(away, watching.signal)])
      watching.abort()
    },
  }
}

/** What ends by the version that it began with says so itself. */
function ofBuild(buildId: string | undefined): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === undefined) return {}
  const version = { deploymentName: deployment, buildId }
  return {
    workerDeploymentOptions: {
      version,
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  }
}

/** An engine that is away takes nothing of what they finish, so they are not waited for. */
async function until(away: () => boolean, signal: AbortSignal): Promise<void> {
  while (!away() && !signal.aborted) await sleep(50)
}

async function endOf(worker: Worker, connection: NativeConnection, { log }: Runtime) {
  try {
    await worker.run()
  } catch (error) {
    log.error({ err: error }, 'a worker ended')
  }
  await connection.close().catch(() => undefined)
}

/** Which process it was about, and what went wrong there. */
export function logFactsOf(meta: LogMetadata = {}): Record<string, unknown> {
  const { workflowId, activityType, attempt, error } = meta
  return { workflowId, activityType, attempt, err: error }
}

function installLogger(runtime: Runtime): void {
  TemporalRuntime.install({
    // What its core says goes the same way, else it stands in the log as lines of its own kind.
    telemetryOptions: {
      logging: {
        forward: {},
        filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }),
      },
    },
    // The process stops its parts in its own order; the SDK must not stop its workers before that.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      const log = level === 'ERROR' ? 'error' : 'warn'
      runtime.log[log](logFactsOf(meta), message)
    }),
  })
}
