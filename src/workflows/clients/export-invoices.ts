import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { retryForever, show, type ProcessInput } from '../process.ts'

const { exportInvoices: handOver } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '1 minute',
  summary: 'hand invoices to the business system',
})

const roundsMax = 200
const minuteMs = 60_000
const longestPauseMs = 15 * minuteMs

/** What a client has queued, handed over until nothing is left; what failed is tried a minute later, and ever later. */
export async function exportInvoices(input: ProcessInput): Promise<'DONE'> {
  let pauseMs = minuteMs
  for (let round = 0; round < roundsMax; round++) {
    const { left, failed } = await handOver({ ...input, at: Date.now() })
    if (left === 0) {
      show('DONE', 'All that was queued is handed over, or waits for a person.')
      return 'DONE'
    }
    show(failed === 0 ? 'RUNNING' : 'WAITING', `Still to be handed over: ${left}.`)
    if (failed === 0) {
      pauseMs = minuteMs
      continue
    }
    await sleep(pauseMs, { summary: 'the business system took nothing' })
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  }
  return continueAsNew<typeof exportInvoices>(input)
}
