import { randomUUID } from 'node:crypto'
import { timesOf, type Timed } from './closed-loop.ts'
import type { Platform } from './platform.ts'
import { startProgram, type Program } from './programs.ts'

const taskQueue = 'bench-bare'

/** A worker of the plainest workflow, beside ours on the same server. */
export function bareWorker({ address, namespace }: Platform): Promise<Program> {
  const env = { BENCH_TEMPORAL: address, BENCH_NAMESPACE: namespace, BENCH_QUEUE: taskQueue }
  return startProgram({ file: 'bench/rivals/bare-worker.ts', env, says: 'it is ready' })
}

/** So many of them, so many at once, each until its caller has the result. */
export function bareRuns(
  { client }: Platform,
  activities: number,
  count: number,
  atOnce: number,
): Promise<Timed> {
  return timesOf(count, atOnce, () =>
    client.workflow.execute('bare', {
      taskQueue,
      workflowId: `bench-bare/${randomUUID()}`,
      args: [activities],
    }),
  )
}
