import { randomUUID } from 'node:crypto'
import { Client, Connection, type WorkflowHandle } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { afterAll, inject } from 'vitest'
import { createActivities, type Activities } from '../../src/activities/registry.ts'
import { searchAttributes } from '../../src/domain/processes.ts'
import type { Keys } from '../../src/ports/keys/keys.ts'
import { tracedActivities, traceSinks } from '../../src/run/traced-work.ts'
import { dataConverter, startInterceptors } from '../../src/ports/temporal/connect.ts'
import { worldWithTenant, type TestTenant, type World, type WorldOptions } from './world.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    temporal: { address: string; namespace: string; codePath: string }
  }
}

const pollAgain = 1

/** A worker on the real server, on a queue of its own, whose workflows can be moved through time. */
export interface Engine {
  client: Client
  taskQueue: string
  connection: Connection
  /** Moves one workflow's clock and waits until it is there, or has ended. */
  advance(handle: WorkflowHandle, ms: number): Promise<void>
  close(): Promise<void>
}

export interface EngineOptions {
  keys: Keys
  activities: Activities
  /** The queue that a process names, instead of one of its own; then in a namespace of its own. */
  taskQueue?: string
}

/** A world with a tenant, and a worker on the real server that does what its verbs say. */
export async function worldWithEngine(options: WorldOptions = {}): Promise<{
  at: World
  tenant: TestTenant
  temporal: Engine
}> {
  const { at, tenant } = await worldWithTenant(options)
  const temporal = await engine({ keys: at.keys, activities: createActivities(at.runtime) })
  // Ended before the world that it works in, which was made first.
  afterAll(() => temporal.close())
  return { at, tenant, temporal }
}

export async function engine(options: EngineOptions): Promise<Engine> {
  const { keys, activities, taskQueue = `test-${randomUUID()}` } = options
  installOnce()
  const { address, codePath, ...shared } = inject('temporal')
  const converter = dataConverter(keys)
  const [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ])
  const alone = options.taskQueue !== undefined
  const namespace = alone ? await newNamespace(connection) : shared.namespace
  const client = new Client({
    connection,
    namespace,
    dataConverter: converter,
    interceptors: { workflow: [...startInterceptors] },
  })
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue,
    workflowBundle: { codePath },
    activities: { ...activities },
    dataConverter: converter,
    interceptors: { activity: [tracedActivities] },
    sinks: traceSinks,
  })
  const running = worker.run()
  return {
    client,
    taskQueue,
    connection,
    advance: (handle, ms) => advance(connection, namespace, handle.workflowId, ms),
    async close() {
      worker.shutdown()
      await running
      await Promise.all([native.close(), connection.close()])
    },
  }
}

/** A queue's name is fixed by the code, so files that use it apart need namespaces of their own. */
export async function newNamespace(connection: Connection): Promise<string> {
  const namespace = `test-${randomUUID()}`
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  })
  const keyword = 2
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      Object.keys(searchAttributes).map((name) => [name, keyword]),
    ),
  })
  return namespace
}

/** What an operator reads of a process in the Temporal UI. */
export async function detailsOf(handle: WorkflowHandle): Promise<string> {
  const asked = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')
  return asked.currentDetails ?? ''
}

function installOnce(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  } catch {
    // Another file of this process has installed it already.
  }
}

async function advance(
  connection: Connection,
  namespace: string,
  workflowId: string,
  ms: number,
): Promise<void> {
  const id = randomUUID()
  const workflowExecution = { workflowId }
  const duration = { seconds: Math.floor(ms / 1000) as never, nanos: (ms % 1000) * 1e6 }
  await connection.workflowService.updateWorkflowExecutionOptions({
    namespace,
    workflowExecution,
    updateMask: { paths: ['time_skipping_config'] },
    workflowExecutionOptions: {
      timeSkippingConfig: { enabled: true, fastForwardConfig: { id, duration } },
    },
  })
  for (;;) {
    const { fastForwardPollingResult } =
      await connection.workflowService.pollWorkflowExecutionTimeSkipping({
        namespace,
        workflowExecution,
        fastForwardId: id,
      })
    if (fastForwardPollingResult !== pollAgain) return
  }
}
