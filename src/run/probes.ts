import type { Runtime } from '../activities/runtime.ts'
import { taskQueueOf } from '../activities/temporal/dispatch.ts'
import type { Finding, Probes } from '../api/health.ts'
import { processes, type ProcessName } from '../domain/processes.ts'
import { missingMigrations } from '../install/database.ts'
import type { TemporalClient } from '../ports/temporal/connect.ts'

const up: Finding = { ok: true }
const workflowTasks = 1

/** What a process needs to do its work, each asked in its own way. */
export function createProbes(runtime: Runtime, runUrl: string, temporal: TemporalClient): Probes {
  let migrated = false
  const { client } = temporal
  return {
    async database() {
      const connection = await runtime.pool.client()
      try {
        await connection.query('select 1')
        return up
      } finally {
        connection.release()
      }
    },
    async migrations() {
      if (migrated) return up
      const missing = await missingMigrations(runUrl)
      migrated = missing.length === 0
      return migrated ? up : { ok: false, reason: `missing: ${missing.join(', ')}` }
    },
    async temporal() {
      await client.workflowService.getSystemInfo({})
      return up
    },
    async pollers() {
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
    },
  }
}
