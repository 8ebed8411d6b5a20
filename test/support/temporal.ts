import { randomUUID } from 'node:crypto'
import { Client, Connection, type WorkflowHandle } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { inject } from 'vitest'
import type { Activities } from '../../src/activities/registry.ts'
import type { Keys } from '../../src/ports/keys/keys.ts'
import { dataConverter } from '../../src/ports/temporal/connect.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    temporal: { address: string; namespace: string; codePath: string }
  }
}

/** The bag that the SDK spreads into a start request: the server reads time skipping from it. */
const startBag = Symbol.for('__temporal_internal_client_workflow_start_options')
const skipping = { [startBag]: { timeSkippingConfig: { enabled: true } } }
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
  /** All waits are skipped; else time stands until it is advanced. */
  skipAll?: boolean
}

export async function engine({ keys, activities, skipAll }: EngineOptions): Promise<Engine> {
  installOnce()
  const { address, namespace, codePath } = inject('temporal')
  const taskQueue = `test-${randomUUID()}`
  const converter = dataConverter(keys)
  const [connection, native] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ])
  const client = new Client({
    connection,
    namespace,
    dataConverter: converter,
    interceptors: skipAll === true ? skipEveryWait : {},
  })
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue,
    workflowBundle: { codePath },
    activities: { ...activities },
    dataConverter: converter,
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

const skipEveryWait = {
  workflow: [
    {
      start: (input: object, next: (input: never) => Promise<string>) =>
        next({
          ...input,
          options: { ...(input as { options: object }).options, ...skipping },
        } as never),
    },
  ],
} as never

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
