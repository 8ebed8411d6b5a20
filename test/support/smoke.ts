import { TestWorkflowEnvironment } from '@temporalio/testing'
import type { Client } from '@temporalio/client'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { inject } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import { javaTestServer } from '../../src/embedded/java-test-server.ts'
import { tenantIn, world, type TestTenant, type World } from './world.ts'

/**
 * The platform's processes in the environment that the suites of those who build on it run in: one
 * workflow at a time, since its clock is one for all.
 */
export interface Smoke {
  at: World
  tenant: TestTenant
  client: Client
  taskQueue: string
  /** Starts the process of an entity and waits for what it ends with. */
  result(process: ProcessName, entityId: string): Promise<unknown>
  close(): Promise<void>
}

const taskQueue = 'smoke'

export async function smoke(): Promise<Smoke> {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  const path = await javaTestServer((line) => process.stderr.write(`${line}\n`))
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  })
  const at = await world()
  const tenant = await tenantIn(at)
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: { codePath: inject('temporal').codePath },
    activities: { ...createActivities(at.runtime) },
  })
  const running = worker.run()
  const { client } = environment
  return {
    at,
    tenant,
    client,
    taskQueue,
    result: (name, entityId) =>
      client.workflow.execute(name, {
        taskQueue,
        workflowId: workflowIdOf(name, tenant.id, entityId),
        args: [{ tenantId: tenant.id, entityId }],
      }),
    async close() {
      worker.shutdown()
      await running
      await environment.teardown()
      await at.close()
    },
  }
}
