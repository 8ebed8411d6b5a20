import { proxyActivities } from '@temporalio/workflow'
import type { BatchProgress } from '../../activities/invoices/activate-chunk.ts'
import type { Activities } from '../../activities/registry.ts'
import { endsByItsVersion, retryForever, show, type ProcessInput } from '../process.ts'

const { activateChunk } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  summary: 'activate the next 500',
})

endsByItsVersion(activateBatch)

/** Activations that were gathered because many wait at once, chunk by chunk until none waits. */
export async function activateBatch(input: ProcessInput): Promise<BatchProgress> {
  show('RUNNING', 'The first of them are being activated.')
  for (;;) {
    const progress = await activateChunk({ ...input, at: Date.now() })
    const { open, total, done, failed, alone } = progress
    show(
      open ? 'RUNNING' : 'DONE',
      `${done} of ${total} booked` +
        (failed === 0 ? '' : `, ${failed} left to a person`) +
        (alone === 0 ? '' : `, ${alone} tried again each by itself`) +
        (open ? '; the next follow.' : '.'),
    )
    if (!open) return progress
  }
}
