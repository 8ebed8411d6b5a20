import { Worker } from '@temporalio/worker'

/**
 * The SDK bounds each call into a workflow by a thread that begins and ends with it, which costs
 * more than the workflow. One that never returned would be found as a process that stands still.
 */
export class UnwatchedWorker extends Worker {
  protected static override createWorkflowCreator(
    ...[bundle, options, logger]: Parameters<typeof Worker.createWorkflowCreator>
  ) {
    // Without it there is no bound; the public option takes none but numbers.
    const isolateExecutionTimeoutMs = undefined as unknown as number
    return super.createWorkflowCreator(bundle, { ...options, isolateExecutionTimeoutMs }, logger)
  }
}
