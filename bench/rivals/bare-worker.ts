import { join } from 'node:path'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'

const { BENCH_TEMPORAL = '', BENCH_NAMESPACE = '', BENCH_QUEUE = '' } = process.env

Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] })
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: BENCH_TEMPORAL }),
  namespace: BENCH_NAMESPACE,
  taskQueue: BENCH_QUEUE,
  workflowsPath: join(import.meta.dirname, 'bare-workflow.ts'),
  activities: { nothing: async () => 'nothing' },
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
})
process.once('SIGTERM', () => process.exit(0))
const running = worker.run()
console.log('it is ready')
await running
