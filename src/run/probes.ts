import type pg from 'pg'
import type { Runtime } from '../kernel/write/runtime.ts'
import type { Finding, Probe, Probes } from '../kernel/http/health.ts'
import { processes, taskQueueOf, type ProcessName } from '../domain/processes.ts'
import type { Kept } from '../embedded/keep-running.ts'
import { schemaFaults } from '../install/schema-faults.ts'
import type { TemporalClient } from '../ports/temporal/connect.ts'
import type { EngineClient } from './engine-client.ts'
import { longestRestMs, type BackgroundPart } from './presence.ts'
import type { RunningWorkers } from './worker.ts'

/** The engines that this process runs itself, which know best why they are away. */
export interface OwnEngines {
  database: Kept | undefined
  temporal: Pick<Kept, 'away'> | undefined
}

/** What a process is made of, as far as it can fail by itself. */
export interface ProbedParts {
  runtime: Runtime
  engine: EngineClient
  own: OwnEngines
  workers: RunningWorkers | undefined
  relay: { restsMs: number } | undefined
  relayUrl: string
}

const up: Finding = { ok: true }
const workflowTasks = 1
const answerMs = 1_500

/**
 * What a process needs to do its own work, each asked in its own way. The interface takes requests
 * without what comes after them, so to it that is a help: it says when it is not there.
 */
export function createProbes(parts: ProbedParts, answersRequests: boolean): Probes {
  const { workers, relay } = parts
  const later = {
    temporal: temporalOf(parts),
    ...(workers && { pollers: pollersOf(parts, workers) }),
    ...(relay && { relay: turning(relay) }),
  }
  const database = { database: databaseOf(parts), migrations: schemaOf(parts) }
  // Only an operator asks for it.
  const measured = async () => (await import('./measuring.ts')).measure(parts)
  if (!answersRequests) return { needed: { ...database, ...later }, helpful: {}, measured }
  return {
    measured,
    needed: database,
    helpful: {
      ...later,
      ...(workers === undefined && { worker: seen(parts, 'worker') }),
      ...(relay === undefined && { relay: seen(parts, 'relay') }),
    },
  }
}

const databaseOf =
  (parts: ProbedParts): Probe =>
  () =>
    unlessAway(parts.own.database, () =>
      connected(parts, async (connection) => {
        await connection.query('select 1')
        return up
      }),
    )

/** Later code may write what this cannot read: a process that was overtaken is not ready either. */
const schemaOf =
  (parts: ProbedParts): Probe =>
  () =>
    connected(parts, async (connection) => {
      const { missing, unknown } = await schemaFaults((text) => connection.query(text))
      const faults = [
        ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
        ...(unknown.length > 0 ? [`of a later version than this: ${unknown.join(', ')}`] : []),
      ]
      return faults.length === 0 ? up : { ok: false, reason: faults.join('; ') }
    })

async function connected(
  { runtime }: ProbedParts,
  ask: (connection: pg.ClientBase) => Promise<Finding>,
): Promise<Finding> {
  const connection = await runtime.pool.client()
  try {
    return await ask(connection)
  } finally {
    connection.release()
  }
}

const temporalOf =
  ({ engine, own }: ProbedParts): Probe =>
  () =>
    unlessAway(own.temporal, () =>
      asked(engine, async ({ client }) => {
        const { namespace } = client.options
        await client.workflowService.describeNamespace({ namespace })
        return up
      }),
    )

const pollersOf =
  ({ engine }: ProbedParts, workers: RunningWorkers): Probe =>
  async () => {
    const resting = Object.entries(workers.states()).filter(([, is]) => is !== 'RUNNING')
    if (resting.length > 0) {
      return { ok: false, reason: resting.map(([name, is]) => `${name} is ${is}`).join(', ') }
    }
    return asked(engine, polled)
  }

const turning =
  (relay: { restsMs: number }): Probe =>
  async () =>
    relay.restsMs < longestRestMs
      ? up
      : { ok: false, reason: `no round was finished for ${Math.round(relay.restsMs / 1_000)} s` }

/** Temporal names a worker for minutes after it was killed, so this asks what workers say themselves. */
const seen =
  (parts: ProbedParts, part: BackgroundPart): Probe =>
  () =>
    connected(parts, async (connection) => {
      const { rows } = await connection.query(
        `select 1 from part_seen where part = $1 and seen_at > now() - interval '10 s' limit 1`,
        [part],
      )
      return rows.length > 0 ? up : { ok: false, reason: `no ${part} was seen for 10 s` }
    })

async function asked(
  engine: EngineClient,
  ask: (at: TemporalClient) => Promise<Finding>,
): Promise<Finding> {
  const at = await engine.connected()
  return at.connection.withDeadline(Date.now() + answerMs, () => ask(at)).catch(unanswered)
}

async function unlessAway(
  own: Pick<Kept, 'away'> | undefined,
  ask: () => Promise<Finding>,
): Promise<Finding> {
  const reason = own?.away()
  return reason === undefined ? ask() : { ok: false, reason }
}

async function polled({ client }: TemporalClient): Promise<Finding> {
  const queues = [...new Set((Object.keys(processes) as ProcessName[]).map(taskQueueOf))]
  const idle = []
  for (const name of queues) {
    const { pollers } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name },
      taskQueueType: workflowTasks,
    })
    if (pollers.length === 0) idle.push(name)
  }
  return idle.length === 0 ? up : { ok: false, reason: `nobody polls ${idle.join(', ')}` }
}

const refusedBecause: Readonly<Record<number, string>> = {
  4: 'Temporal does not answer in time',
  5: 'Temporal has no such namespace',
  14: 'Temporal cannot be reached',
}

function unanswered(error: unknown): Finding {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'number') throw error
  return { ok: false, reason: refusedBecause[code] ?? `Temporal refuses (${code})` }
}
