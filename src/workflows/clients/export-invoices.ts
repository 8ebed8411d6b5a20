import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/registry.ts'
import { retryForever, type ProcessInput } from '../process.ts'

const { exportInvoices: handOver } = proxyActivities<Activities>({
  ...retryForever,
  startToCloseTimeout: '1 minute',
  summary: 'hand invoices to the business system',
})

const roundsMax = 200

/** What a client has queued, handed over until nothing is left; what failed is tried a minute later. */
export async function exportInvoices(input: ProcessInput): Promise<'DONE'> {
  for (let round = 0; round < roundsMax; round++) {
    const { left, failed } = await handOver({ ...input, at: Date.now() })
    if (left === 0) {
      setCurrentDetails('All that was queued is handed over, or waits for a person.')
      return 'DONE'
    }
    setCurrentDetails(`Still to be handed over: ${left}.`)
    if (failed > 0) await sleep('1 minute', { summary: 'the business system took nothing' })
  }
  return continueAsNew<typeof exportInvoices>(input)
}
