import type { Client } from '@temporalio/client'
import type { ProtoFailure } from '@temporalio/common'
import * as codecs from '@temporalio/common/lib/internal-non-workflow/index.js'

const askingMs = 3_000

/** What fails in a process that is open and does not move; the same at each attempt. */
export function whyStuck(client: Client, workflowId: string): Promise<string> {
  return client.withDeadline(Date.now() + askingMs, async () => {
    const handle = client.workflow.getHandle(workflowId)
    const { pendingActivities, pendingWorkflowTask } = (await handle.describe()).raw
    for (const { activityType, lastFailure } of pendingActivities ?? []) {
      if (lastFailure == null) continue
      return `${activityType?.name}: ${await opened(client, lastFailure)}`
    }
    const { events } = await handle.fetchHistory()
    // What is done within a task fails in a marker.
    const failures = (events ?? []).map(
      (each) =>
        each.workflowTaskFailedEventAttributes?.failure ??
        each.markerRecordedEventAttributes?.failure,
    )
    const last = failures.findLast((failure) => failure != null)
    if (last != null) return opened(client, last)
    const attempt = pendingWorkflowTask?.attempt ?? 0
    return attempt > 1
      ? 'Its task: no worker has answered in time'
      : 'Nothing fails in it; it waits for its time, or for a worker'
  })
}

/** What a failure says; the engine itself holds it sealed. */
async function opened(client: Client, failure: ProtoFailure): Promise<string> {
  const { loadedDataConverter } = client.options
  // With another key than ours it cannot be opened, and that is what is to be said of it then.
  const error = await codecs
    .decodeOptionalFailureToOptionalError(loadedDataConverter, failure)
    .catch((reason: Error) => reason)
  return error?.message || 'It fails, and says nothing'
}
