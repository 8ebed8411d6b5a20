import type { Client } from '@temporalio/client'

const askingMs = 3_000

/** What fails in a process that is open and does not move. */
export function whyStuck(client: Client, workflowId: string): Promise<string> {
  return client.withDeadline(Date.now() + askingMs, async () => {
    const handle = client.workflow.getHandle(workflowId)
    const { pendingActivities, pendingWorkflowTask } = (await handle.describe()).raw
    for (const { activityType, attempt, lastFailure } of pendingActivities ?? []) {
      if (lastFailure == null) continue
      return `${activityType?.name}, attempt ${attempt}: ${lastFailure.message}`
    }
    const { events } = await handle.fetchHistory()
    // What is done within a task fails in a marker.
    const failures = (events ?? []).map(
      (each) =>
        each.workflowTaskFailedEventAttributes?.failure ??
        each.markerRecordedEventAttributes?.failure,
    )
    const last = failures.findLast((failure) => failure != null)
    if (last != null) return last.message ?? 'It fails, and says nothing'
    const attempt = pendingWorkflowTask?.attempt ?? 0
    return attempt > 1
      ? `Its task, attempt ${attempt}: no worker has answered in time`
      : 'Nothing fails in it; it waits for its time, or for a worker'
  })
}
