import type { Runtime } from '../kernel/write/runtime.ts'
import type { Finding, Probes } from '../kernel/http/health.ts'
import { processes, taskQueueOf, type ProcessName } from '../domain/processes.ts'
import type { Kept } from '../embedded/keep-running.ts'
import { missingMigrations } from '../install/database.ts'
import type { TemporalClient } from '../ports/temporal/connect.ts'
import type { EngineClient } from './engine-client.ts'
import type { RunningWorkers } from './worker.ts'

/** The engines that this process runs itself, which know best why they are away. */
export interface OwnEngines {
  database: Kept | undefined
  temporal: Kept | undefined
}

const up: Finding = { ok: true }
const workflowTasks = 1
const answerMs = 1_500

/** What a process needs to do its work, each asked in its own way. */
export function createProbes(
  runtime: Runtime,
  runUrl: string,
  engine: EngineClient,
  own: OwnEngines,
  workers: RunningWorkers | undefined,
): Probes {
  let migrated = false
  const asked = async (ask: (at: TemporalClient) => Promise<Finding>): Promise<Finding> => {
    const at = await engine.connected()
    return at.connection.withDeadline(Date.now() + answerMs, () => ask(at)).catch(unanswered)
  }
  return {
    database: () =>
      unlessAway(own.database, async () => {
        const connection = await runtime.pool.client()
        try {
          await connection.query('select 1')
          return up
        } finally {
          connection.release()
        }
      }),
    async migrations() {
      if (migrated) return up
      const missing = await missingMigrations(runUrl)
      migrated = missing.length === 0
      return migrated ? up : { ok: false, reason: `missing: ${missing.join(', ')}` }
    },
    temporal: () =>
      unlessAway(own.temporal, () =>
        asked(async ({ client }) => {
          const { namespace } = client.options
          await client.workflowService.describeNamespace({ namespace })
          return up
        }),
      ),
    async pollers() {
      const resting = Object.entries(workers?.states() ?? {}).filter(([, is]) => is !== 'RUNNING')
      if (resting.length > 0) {
        return { ok: false, reason: resting.map(([name, is]) => `${name} is ${is}`).join(', ') }
      }
      return asked(polled)
    },
  }
}

async function unlessAway(own: Kept | undefined, ask: () => Promise<Finding>): Promise<Finding> {
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
