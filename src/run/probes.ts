import type { Runtime } from '../activities/runtime.ts'
import type { Finding, Probes } from '../api/health.ts'
import { processes, taskQueueOf, type ProcessName } from '../domain/processes.ts'
import { missingMigrations } from '../install/database.ts'
import type { EngineClient } from './engine-client.ts'

const up: Finding = { ok: true }
const workflowTasks = 1

/** What a process needs to do its work, each asked in its own way. */
export function createProbes(runtime: Runtime, runUrl: string, engine: EngineClient): Probes {
  let migrated = false
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
      const { client } = await engine.connected()
      await client.workflowService.getSystemInfo({})
      return up
    },
    async pollers() {
      const { client } = await engine.connected()
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
