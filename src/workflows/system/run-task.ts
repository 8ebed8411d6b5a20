import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import { standingText, taskChunk } from '../../domain/system/background-task.ts'
import type { Activities } from '../../activities/registry.ts'
import { endsByItsVersion, retryForever, show, type ProcessInput } from '../process.ts'

const { workOffTask } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  summary: `work on the next ${taskChunk}`,
})

endsByItsVersion(runTask)

/** One background task, chunk by chunk, until nothing waits or somebody has ended it. */
export async function runTask(input: ProcessInput): Promise<string> {
  setCurrentDetails('The first of its things are being worked on.')
  for (;;) {
    const standing = await workOffTask({ ...input, at: Date.now() })
    const { open, status } = standing
    // A worker of the release before says nothing of how fast it goes.
    show(status, standingText({ itemsPerSecond: null, secondsLeft: null, ...standing }))
    if (!open) return status
    // What a filter finds may be more chunks than one history holds.
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof runTask>(input)
  }
}
